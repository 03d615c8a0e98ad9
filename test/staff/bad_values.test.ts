// Every mutation with bad values in each of its inputs: each is refused with a code, by the name of an input that exists, in
// words of the admin, and without a trace. The questions are made from the schema.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  type GraphQLInputFieldMap,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { changeActions } from '../../server/operations/orders.ts';
import type { Meanings } from '../../server/problems/meaning.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { slice } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import type { TestShop } from '../helpers/shop.ts';
import { fillCompany } from '../helpers/shops/full-company.ts';
import { readSchema, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: StaffDesk;
let shop: TestShop;
let rival: TestShop;
let owner: string;
let schema: GraphQLSchema;
test.before(async () => {
  db = await borrowDatabase();
  rival = await fillCompany(db);
  shop = await fillCompany(db);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  schema = await readSchema(desk, owner);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

/** Signing in and out, and the second factor: they end or slow the session that asks. */
const ofTheSession = /^sign(In|Out)|TwoFactor$|^renewRecoveryCodes$|^changeOwnPassword$|^(begin|remove)Passkey/;
const mutations = () =>
  Object.values(schema.getMutationType()!.getFields()).filter(({ name }) => !ofTheSession.test(name));
const inputsOf = (type: GraphQLInputType): GraphQLInputFieldMap => {
  const named = getNamedType(type);
  return isInputObjectType(named) ? named.getFields() : {};
};

/** A row of a company by what an id is called: `orderId`, or `id` in `updateProduct`. */
async function idOf(company: TestShop, mutation: string, name: string): Promise<string> {
  const subject = name === 'id' ? mutation.replace(/^[a-z]+/, '') : name.replace(/Id$/, '');
  const snake = subject.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
  const noun = snake
    .replace(/^(from|to)_/, '')
    .replace('receipt', 'goods_receipt')
    .replace(/^count$/, 'stock_count');
  for (const table of [`${noun}s`, noun.replace(/y$/, 'ies'), noun, `${noun.split('_').at(-1)}s`]) {
    const { rows } = await db.admin.query('select to_regclass($1) is not null as is_there', [`app.${table}`]);
    if (!rows[0].is_there) continue;
    const found = await db.admin
      .query(`select id from app.${table} where company_id = $1 limit 1`, [company.companyId])
      .catch(() => ({ rows: [] }));
    if (found.rows[0]) return found.rows[0].id;
  }
  return randomUUID();
}

/** What an input could be filled with. */
async function good(type: GraphQLInputType, mutation: string, name: string): Promise<unknown> {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [await good(nullable.ofType, mutation, name)];
  if (isInputObjectType(nullable)) return required(nullable.getFields(), mutation);
  if (isEnumType(nullable)) return nullable.getValues()[0]!.name;
  const kind = getNamedType(nullable).name;
  if (kind === 'UUID') return idOf(shop, mutation, name);
  const values: Record<string, unknown> = {
    Int: 1,
    BigFloat: '1.00',
    Money: '1.00',
    Float: 1.5,
    Boolean: true,
    Datetime: '2040-01-01T00:00:00Z',
  };
  return values[kind] ?? (name === 'url' ? 'https://example.com/x' : randomUUID());
}

async function required(fields: GraphQLInputFieldMap, mutation: string): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const { name, type } of Object.values(fields))
    if (isNonNullType(type)) input[name] = await good(type, mutation, name);
  return input;
}

/** Values that no rule of ours can want there. */
async function bad(type: GraphQLInputType, mutation: string, name: string): Promise<unknown[]> {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const lines = isInputObjectType(getNullableType(nullable.ofType)) ? await bad(nullable.ofType, mutation, name) : [];
    return [[null], 7, ...lines.map((line) => [line])];
  }
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    const sound = await required(fields, mutation);
    const each = Object.values(fields).map(async (field) =>
      (await bad(field.type, mutation, field.name)).map((value) => ({ ...sound, [field.name]: value })),
    );
    return [7, { unknown: 1 }, ...(await Promise.all(each)).flat()];
  }
  if (isEnumType(nullable)) return ['no such word'];
  const kind = getNamedType(nullable).name;
  if (kind === 'UUID') return [randomUUID(), await idOf(rival, mutation, name), 'no id'];
  if (kind === 'Boolean') return ['perhaps'];
  if (['Int', 'Float', 'BigFloat', 'Money'].includes(kind)) return [-1, 2_000_000_000, 'many', '1e309'];
  if (kind === 'Datetime') return ['infinity'];
  return ['x'.repeat(20_000), 'a\0b', '\ud800', { unknown: 1 }];
}

/** The words of the pages. They are written for a browser, whose types are not those of the server. */
async function wordsInBengali() {
  const of = (file: string) => import(new URL(`../../server/desk/${file}`, import.meta.url).href);
  const [{ settings }, words, { takeStatuses }] = [await of('i18n.ts'), await of('words.ts'), await of('statuses.ts')];
  settings.language = 'bn';
  takeStatuses((await db.admin.query('select status, words from app.order_statuses')).rows);
  await words.loadWords();
  return words as {
    learn: (said: { meanings?: Meanings }) => void;
    fieldName: (field: string) => string;
    refusedText: (text: string, name?: string) => string | undefined;
  };
}

test('each bad value is refused by a code and an input that exists, in words of the admin, without a trace', async (t) => {
  // What is to be sent as it is said: words of enums, and those within JSON.
  const words = new Set<string>([
    ...Object.values(schema.getTypeMap()).flatMap((type) =>
      isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
    ),
    ...changeActions,
  ]);
  const wrong: string[] = [];
  const refused: string[] = [];
  const { fieldName, learn, refusedText } = await wordsInBengali();
  const asked: (() => Promise<void>)[] = [];
  const ask = async (mutation: string, type: string, inputs: GraphQLInputFieldMap, input: object, about: string) => {
    const { errors, status } = await desk.send(
      owner,
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { clientMutationId } }`,
      { input },
    );
    for (const { message, extensions } of errors) {
      const { code, fields = {}, request_id } = extensions as { code?: string; fields?: object; request_id?: string };
      refused.push(request_id!);
      const said = `${mutation} ${about}: ${status} ${code} ${message.slice(0, 300)} ${JSON.stringify(fields).slice(0, 200)}`;
      if (!code || code === 'INTERNAL' || status >= 500) wrong.push(`code: ${said}`);
      if (Object.keys(fields).some((field) => !(field.split('.')[0]! in inputs))) wrong.push(`no input: ${said}`);
      // Those who read the pages in Bengali are told it in Bengali, at the field or with its name.
      learn(extensions as { meanings?: Meanings });
      const told = [
        refusedText(message),
        ...Object.entries(fields as Record<string, unknown[]>).flatMap(([field, problems]) =>
          problems.map((one) => typeof one !== 'string' || refusedText(one, fieldName(field))),
        ),
      ];
      if (told.some((one) => one === undefined || /[a-z]+ [a-z]+/i.test(String(one))))
        wrong.push(`not in Bengali: ${told.join(' | ')}: ${said}`);
      const texts = `${message} ${Object.values(fields).flat().join(' ')}`;
      const snake = (texts.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? []).filter((word) => !words.has(word));
      if (snake.length > 0) wrong.push(`${snake}: ${said}`);
    }
  };
  for (const mutation of mutations()) {
    const type = getNamedType(mutation.args[0]!.type).name;
    const inputs = inputsOf(mutation.args[0]!.type);
    const base = await required(inputs, mutation.name);
    for (const { name, type: inputType } of Object.values(inputs)) {
      if (name === 'clientMutationId') continue;
      const values = await bad(inputType, mutation.name, name);
      for (const value of values)
        asked.push(() =>
          ask(mutation.name, type, inputs, { ...base, [name]: value }, `${name} ${JSON.stringify(value).slice(0, 60)}`),
        );
    }
  }
  t.true(asked.length > 800, String(asked.length));
  const some = slice(asked, 80);
  for (let start = 0; start < some.length; start += 8)
    await Promise.all(some.slice(start, start + 8).map((question) => question()));
  t.deepEqual(wrong, []);
  t.true(refused.length > some.length * 0.8, String(refused.length));
  for (const table of ['activity_log', 'changes', 'idempotency_keys', 'order_timeline', 'events']) {
    const { rows } = await db.admin
      .query(`select * from app.${table} where request_id = any ($1) limit 5`, [refused])
      .catch((error) => ({ rows: error.code === '42703' ? [] : [error] }));
    t.deepEqual(rows, [], table);
  }
});
