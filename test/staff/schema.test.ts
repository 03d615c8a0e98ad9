// The schema that staff see: complete, documented, named for people; and what a mutation says it needs is what it needs.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { permissions as all } from '../../db/permissions.ts';
import { sample } from '../../server/openapi/samples.ts';
import { operations } from '../../server/operations/index.ts';
import { staffInputs } from '../../server/operations/staff/index.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { readSchema, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let schema: GraphQLSchema;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  schema = await readSchema(desk, await signInAs(db, shop.companyId, 'owner'));
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const ownTypes = () => Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

test('every procedure that staff may run is there, typed, and nothing else writes', async (t) => {
  const { rows } = await db.admin.query(
    `select p.proname, p.provolatile = 'v' as writes, c.relname as of_table
     from pg_proc p
     left join pg_class c on c.reltype = p.proargtypes[0] and c.relnamespace = 'app'::regnamespace
     where p.pronamespace = 'staff'::regnamespace and has_function_privilege('haat_staff', p.oid, 'execute')`,
  );
  const written = rows.filter(({ writes }) => writes).map(({ proname }) => camelCase(proname));
  t.deepEqual(Object.keys(schema.getMutationType()!.getFields()).sort(), written.sort());
  // What takes a row of a table is a field of that row.
  const fields = rows.filter(({ of_table }) => of_table);
  t.true(fields.length > 5);
  for (const { proname, of_table } of fields) {
    const { rows: named } = await db.admin.query(
      `select from pg_class where oid = ('app.' || $1)::regclass and $2 like relname || '\\_%'`,
      [of_table, proname],
    );
    t.is(named.length, 1, `${proname} begins with its table`);
  }
  const read = rows.filter(({ writes, of_table }) => !writes && !of_table).map(({ proname }) => camelCase(proname));
  const queries = Object.keys(schema.getQueryType()!.getFields());
  t.deepEqual(
    read.filter((name) => !queries.includes(name)),
    [],
  );
  const named =
    'createApiKey rotateApiKey revokeApiKey createWebhookEndpoint updateWebhookEndpoint rotateWebhookSecret sendWebhookPing redeliverWebhook recoverWebhooks assignOrder bookParcel recordParcelPickup cancelParcel requestParcelReturn recordParcelDelivered recordPartialDelivery recordDeliveryFailure receiveParcel createReturn receiveReturn recordRefund voidPayment createCoupon createPaymentMethod createChannel createLocation createStore inviteStaff setStaffPermissions signIn signOut';
  t.deepEqual(
    named.split(' ').filter((name) => !written.includes(name)),
    [],
  );
});

test('everything says what it is for', (t) => {
  const silent: string[] = [];
  for (const type of ownTypes()) {
    if (!type.description) silent.push(type.name);
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (!field.description) silent.push(`${type.name}.${field.name}`);
  }
  t.deepEqual(silent, []);
});

test('no secret, no technical leftover', (t) => {
  const leftovers: string[] = [];
  for (const type of ownTypes()) {
    const texts = [type.description ?? ''];
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        texts.push(field.description ?? '');
        if (
          /^(companyId|rowId|.*Hash|secretKey|searchText|childChanges|optionKey|lastSequence|lease.*)$/.test(field.name)
        )
          leftovers.push(`${type.name}.${field.name}`);
        // A key's own replacement is no "apiKey".
        if (camelCase(type.name.replace(/^[A-Z]/, (first) => first.toLowerCase())) === field.name)
          leftovers.push(`${type.name}.${field.name}`);
        if (/By(Store|Company)Id|^all[A-Z]/.test(field.name)) leftovers.push(`${type.name}.${field.name}`);
      }
    }
    for (const text of texts) {
      if (/\bHT\d{3}\b|\bsee: |\binternal\.|\bhaat_|\bjsonb\b|SQLSTATE/.test(text))
        leftovers.push(`${type.name}: ${text}`);
    }
  }
  t.deepEqual(leftovers, []);
});

test('the question that the explorer begins with fits', (t) => {
  const [, question] = /firstQuery = `([^`]+)`/.exec(fs.readFileSync('server/desk/explorer.ts', 'utf8'))!;
  t.deepEqual(validate(schema, parse(question!)), []);
});

/** Of themselves all may run these; `endSession` too, of their own sessions. */
const aboutOneself =
  'signIn signInWithPasskey signOut signOutEverywhere changeOwnPassword setUpTwoFactor confirmTwoFactor removeTwoFactor renewRecoveryCodes beginPasskeySignIn beginPasskey addPasskey renamePasskey removePasskey beginPush savePushDevice removePushDevice sendTestPush endSession viewOrder';

const dummies: Record<string, unknown> = {
  UUID: '00000000-0000-0000-0000-000000000000',
  Int: 1,
  Boolean: true,
  BigFloat: '1',
  BigInt: '1',
  Money: '1',
  JSON: [],
  Datetime: '2040-01-01T00:00:00Z',
};

/** All that a mutation must be given, of no record that is there. */
function inputOf(field: GraphQLField<unknown, unknown>): object {
  const value = (type: GraphQLInputType): unknown => {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return [];
    return isEnumType(nullable) ? nullable.getValues()[0]!.name : (dummies[nullable.toString()] ?? 'x');
  };
  const input = getNamedType(field.args[0]!.type);
  const required = Object.values((input as GraphQLInputObjectType).getFields()).filter(({ type }) =>
    isNonNullType(type),
  );
  return Object.fromEntries(required.map(({ name, type }) => [name, value(type)]));
}

test.serial('what a mutation says it needs is what it needs, and who holds no permission runs none', async (t) => {
  t.timeout(120_000);
  const members = new Map<string, Promise<string>>();
  const member = (...permissions: string[]) => {
    const key = permissions.join();
    if (!members.has(key)) members.set(key, signInAs(db, shop.companyId, permissions));
    return members.get(key)!;
  };
  const owner = await signInAs(db, shop.companyId, 'owner');
  for (const field of Object.values(schema.getMutationType()!.getFields())) {
    if (aboutOneself.split(' ').includes(field.name)) continue;
    // Word for word as in bad_values.test.ts: it is planned once.
    const query = `mutation ($input: ${getNamedType(field.args[0]!.type).name}!) { ${field.name}(input: $input) { clientMutationId } }`;
    const refusal = (token: string) => desk.refusal(token, query, { input: inputOf(field) });
    const [, needed = ''] = /Needs (\w+\.\w+)/.exec(field.description ?? '') ?? [];
    // Without it, the registry checks nothing of the input: it is to be the one without which the procedure does nothing.
    const input = staffInputs[field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
    if (input) t.is(input.permission, needed, field.name);
    t.true(all.includes(needed), `${field.name} says which permission it needs`);
    t.is(await refusal(await member()), 'FORBIDDEN', field.name);
    const most = await member(...all.filter((permission) => permission !== needed));
    t.is(await refusal(most), 'FORBIDDEN', `${field.name} without ${needed}`);
    const isOwners = /owner|every permission/.test(field.description!);
    const one = isOwners ? owner : await member(needed);
    t.not(await refusal(one), 'FORBIDDEN', `${field.name} with ${needed}`);
  }
});

test('every procedure is told by the activity: it logs an act, or the journal names what it does to its record', async (t) => {
  const { rows } = await db.admin.query(
    `select proname, prosrc from pg_proc where pronamespace = 'staff'::regnamespace and provolatile = 'v'`,
  );
  const logged = /internal\.(log_activity|add_to_timeline)\(/;
  // Those that the API shares do their work in the function of internal that has their name.
  const { rows: shared } = await db.admin.query(
    `select proname, prosrc from pg_proc where pronamespace = 'internal'::regnamespace and proname = any ($1)`,
    [rows.map(({ proname }) => proname)],
  );
  const { rows: told } = await db.admin.query(
    `select p.proname from unnest($1::text[]) p (proname)
     where exists (
       select from ledger.journaled_tables j cross join unnest('{insert,update,delete}'::text[]) a (action)
       where strpos(p.proname, j.record_type) > 0 and internal.activity_action(j.record_type, a.action, p.proname,
         'staff', 'Rina', '{}', '{"status": "booked", "permissions": [], "revoked_at": "2026-01-01"}') is not null)`,
    [rows.map(({ proname }) => proname)],
  );
  const known = new Set(
    [...shared.filter(({ prosrc }) => logged.test(prosrc)), ...told].map(({ proname }) => proname as string),
  );
  // What these call logs it, or their record has another name than they; addresses for the parts of an upload are no
  // change, nor is a preview, nor that an order is open, nor what a browser is asked or sent to try it, nor what
  // a passkey is called.
  const byOthers =
    'add_customer_note add_order_note add_product_note adjust_stock begin_passkey begin_passkey_sign_in begin_push cancel_order change_order_status erase_customer preview_order_edit receive_goods record_delivery_failure record_parcel_payout recount rename_passkey reorder_order require_two_factor rotate_webhook_secret send_again send_test_push sign_video_parts transfer_stock update_order view_order';
  t.deepEqual(
    rows
      .filter(
        ({ proname, prosrc }) => !logged.test(prosrc) && !known.has(proname) && !byOthers.split(' ').includes(proname),
      )
      .map(({ proname }) => proname),
    [],
  );
});

const guides = path.join(import.meta.dirname, '../../server/docs/guides');
const fence = /^( *)```(\w+)\n([\s\S]*?)^ *```$/gm;

test('the GraphQL that stands in the guides fits the schema', (t) => {
  let checked = 0;
  for (const file of fs.readdirSync(guides).filter((name) => name.endsWith('.md'))) {
    const text = fs.readFileSync(path.join(guides, file), 'utf8');
    for (const [, , language, query] of text.matchAll(fence)) {
      if (language !== 'graphql') continue;
      const problems = validate(schema, parse(query!)).map(({ message }) => message);
      t.deepEqual(problems, [], `${file}: ${query}`);
      checked += 1;
    }
  }
  t.true(checked > 1);
});

test('every name in the guide of webhooks is one of the schema, of an answer or of its own examples', (t) => {
  const text = fs.readFileSync(path.join(guides, 'webhooks.md'), 'utf8');
  const inExamples = [...text.matchAll(fence)].flatMap(([, , , code]) => code!.match(/\w+/g) ?? []);
  const withFields = ownTypes().filter((type) => isObjectType(type) || isInputObjectType(type));
  const inSchema = withFields.flatMap((type) => Object.keys(type.getFields()));
  const answers = JSON.stringify(Object.keys(operations).map((name) => sample(name)));
  const inAnswers = [...answers.matchAll(/"(\w+)":/g)].map(([, name]) => name!);
  const known = new Set([...inExamples, ...inSchema, ...inAnswers]);
  const mutations = schema.getMutationType()!.getFields();
  const unknown: string[] = [];
  for (const [, code] of text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)) {
    const [, name, given] = /^([a-z]\w*)(?:\((.*)\))?$/.exec(code!) ?? [];
    if (name === undefined) continue;
    if (given === undefined) {
      if (!known.has(name) && !known.has(camelCase(name))) unknown.push(code!);
      continue;
    }
    const input = mutations[name] && getNamedType(mutations[name].args[0]!.type);
    const taken = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    const named = given.split(',').map((argument) => argument.split(':')[0]!.trim());
    if (!input || named.some((argument) => !taken.includes(argument))) unknown.push(code!);
  }
  t.deepEqual(unknown, []);
});
