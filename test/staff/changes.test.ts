// The journal of changes in GraphQL: of each type of record, staff see what they may see where the record stands.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { permissions } from '../../db/permissions.ts';
import * as words from '../../server/desk/messages/words-en.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let admin: StaffDesk;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  // One row of each type that is journaled. No login can write them: they are the superuser's.
  await db.admin.query(
    `insert into app.changes (company_id, actor_type, actor_name, record_type, record_id, part, action, created_at)
     select $1, 'operator', 'Tester', record_type, uuidv7(), 'one of each', 'delete', internal.now() from ledger.journaled_tables`,
    [shop.companyId],
  );
  admin = await startStaff(db);
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const seen = async (companyId: string, granted: string[]) => {
  const { changeEntries } = await admin.ask(
    await signInAs(db, companyId, granted),
    '{ changeEntries(filter: { part: { equalTo: "one of each" } }, first: 100) { nodes { recordType } } }',
  );
  return new Set<string>(changeEntries.nodes.map((node: { recordType: string }) => node.recordType));
};

/** What is shown with one permission beside activity.read, and not without. */
const more: Record<string, string[]> = {
  'customers.read': ['customer', 'customer_address', 'order', 'staff_note'],
  // Of no store here: as those of purchases.
  'costs.read': [
    'attachment',
    'courier_charge',
    'courier_rate',
    'goods_receipt',
    'goods_receipt_line',
    'purchase',
    'purchase_line',
    'variant_cost',
  ],
  'payments.manage': ['courier_charge', 'courier_rate'],
  'settings.manage': ['courier_rate'],
  'staff.manage': ['staff', 'staff_authenticator', 'staff_passkey', 'staff_role', 'staff_session'],
  'developer.manage': ['api_key', 'webhook_endpoint'],
};

test('without activity.read, and of another company, staff see no change', async (t) => {
  const others = permissions.filter((permission) => permission !== 'activity.read');
  t.deepEqual(await seen(shop.companyId, others), new Set());
  t.deepEqual(await seen((await createShop(db.admin)).companyId, [...permissions]), new Set());
});

test('each permission shows the changes of what it shows, and no other', async (t) => {
  const open = await seen(shop.companyId, ['activity.read']);
  const hidden = new Set(Object.values(more).flat());
  t.true(
    open.size > 20 && open.isDisjointFrom(hidden),
    'what names people, costs, staff and keys needs its permission',
  );
  for (const permission of permissions)
    t.deepEqual(
      [...(await seen(shop.companyId, ['activity.read', permission])).difference(open)].sort(),
      more[permission] ?? [],
      permission,
    );
  const { rows } = await db.admin.query('select record_type from ledger.journaled_tables');
  t.deepEqual(
    [...open.union(hidden)].sort(),
    rows.map((row) => row.record_type).sort(),
    'each type is seen by somebody',
  );
});

test('records of changes have the names that they have now, inside the fence and for who sees the change', async (t) => {
  const own = await createShop(db.admin);
  const { productId } = await stockVariant(db.admin, own, { sku: 'RED-M' });
  const all = await signInAs(db, own.companyId, [...permissions]);
  const { changeEntries } = await admin.ask(
    all,
    `{ changeEntries(filter: { or: [{ recordType: { equalTo: "product" }, recordId: { equalTo: "${productId}" } },
         { parentId: { equalTo: "${productId}" } }] }, orderBy: [CREATED_AT_DESC]) { nodes { id recordType } } }`,
  );
  const ids = changeEntries.nodes.map((node: { id: string }) => node.id);
  const namesFor = async (viewer: typeof all) =>
    (await admin.ask(viewer, 'query ($ids: [UUID]!) { namesOfChanges(changeIds: $ids) }', { ids })).namesOfChanges;
  const names = await namesFor(all);
  t.deepEqual(
    changeEntries.nodes.map(({ id, recordType }: { id: string; recordType: string }) => [recordType, names[id]]),
    [
      ['variant', 'RED-M'],
      ['product', 'Product RED-M'],
    ],
  );
  t.deepEqual(await namesFor(await signInAs(db, own.companyId, ['catalog.manage'])), {});
  t.deepEqual(await namesFor(await signInAs(db, shop.companyId, [...permissions])), {});
});

test('each column whose changes are shown has a name in the words of the desk', async (t) => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select distinct c.name from ledger.journaled_tables j, unnest(j.counted) as c (name)
     where c.name !~ '(^id|_ids?|^(created|updated)_at|media_key)$' order by 1`,
  );
  t.true(rows.length > 100);
  const nameless = rows.filter(({ name }) => {
    const key = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return !Object.hasOwn(words.fields, key);
  });
  t.deepEqual(
    nameless.map(({ name }) => name),
    [],
  );
});

test('what a job and a test store did is one entry of the activity each, which leads to all of it', async (t) => {
  const own = await createShop(db.admin);
  const job = randomUUID();
  const store = await db.admin.query(
    `insert into app.stores (company_id, name, slug, is_test, created_at, updated_at)
     values ($1, 'Try me', $2, true, now(), now()) returning id`,
    [own.companyId, `try-${own.companyId}`],
  );
  const rina = await hire(db, own.companyId, { full_name: 'Rina' });
  await db.admin.query(
    `with job as (
       insert into app.jobs (id, company_id, store_id, staff_id, actor_name, operation, is_internal, scopes, on_error,
         status, ended_at, created_at, updated_at)
       values ($1, $2, $3, $4, 'Rina', 'import_product', true, '{}', 'continue', 'finished', now(), now(), now())
       returning id, company_id, store_id)
     insert into app.imports (job_id, company_id, store_id, kind, source, file_name)
     select id, company_id, store_id, 'products', 'shopify', 'products.csv' from job`,
    [job, own.companyId, own.stores[0].id, rina.id],
  );
  // Oldest first: a coupon, a job of 130 products with a brand in its midst, three acts in the test store, a channel.
  await db.admin.query(
    `insert into app.changes (company_id, store_id, actor_type, actor_id, actor_name, operation, record_type, record_id,
       action, before, after, request_id, created_at)
     select $1, case when n between 133 and 135 then $2::uuid end, 'staff', $3, 'Rina', 'update_' || a.type, a.type,
       uuidv7(), 'update', '{"name": "a"}', '{"name": "b"}',
       case when a.type = 'product' and n < 133 then format('job_%s_%s', $4::text, n) end, internal.now() + n * interval '1 s'
     from generate_series(1, 136) n
     cross join lateral (select case n when 1 then 'coupon' when 60 then 'brand' when 136 then 'channel' else 'product' end as type) a`,
    [own.companyId, store.rows[0].id, rina.id, job],
  );
  const owner = await signInAs(db, own.companyId, 'owner');
  const fields = 'nodes { id objectType requestId store { name } }';
  const list = async (given: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: rows are of every shape
    (await admin.ask(owner, `{ listActivity(${given}) { ${fields} } }`)).listActivity.nodes as any[];
  const told = (rows: { objectType: string }[]) => rows.map(({ objectType }) => objectType);
  const all = (await list('first: 50')).filter(({ objectType }) => objectType !== 'staff');
  t.deepEqual(told(all), ['channel', 'product', 'product', 'brand', 'coupon']);
  t.deepEqual([all[1].store.name, all[2].requestId], ['Try me', `job_${job}_132`]);
  t.deepEqual(told(await list('first: 50, objectType: "brand"')), ['brand']);
  // Another person who sends the request id of a line of the job is told of beside it.
  await db.admin.query(
    `insert into app.changes (company_id, actor_type, actor_id, actor_name, operation, record_type, record_id, action,
       before, after, request_id, created_at)
     select $1, 'staff', uuidv7(), 'Other', 'update_brand', 'brand', uuidv7(), 'update', '{"name": "a"}',
       '{"name": "b"}', format('job_%s_7', $2::text), c.created_at + interval '500 ms'
     from app.changes c where c.company_id = $1 and c.request_id = format('job_%s_100', $2::text)`,
    [own.companyId, job],
  );
  t.deepEqual(told(await list('first: 6')).slice(0, 5), ['channel', 'product', 'product', 'brand', 'brand']);
  // The next page passes over what was told.
  const after = `startingAfter: "${all[2].id}", told: ["${job}", "${store.rows[0].id}"]`;
  t.deepEqual(
    told(await list(after)).filter((type) => type !== 'staff'),
    ['brand', 'brand', 'coupon'],
  );
  const whole = await list(`onlyOf: "${job}", first: 100`);
  t.is(whole.length, 100);
  t.is((await list(`onlyOf: "${job}", startingAfter: "${whole.at(-1).id}"`)).length, 31);
  t.is((await list(`onlyOf: "${store.rows[0].id}"`)).length, 3);
  const named = `{ foldsOfActivity(entryIds: ["${all[1].id}", "${all[2].id}", "${all[3].id}"]) }`;
  t.deepEqual((await admin.ask(owner, named)).foldsOfActivity, {
    [all[1].id]: { of_id: store.rows[0].id, store: 'Try me' },
    [all[2].id]: { of_id: job, kind: 'products', file_name: 'products.csv', operation: 'import_product', done: 0 },
  });
  const others = permissions.filter((permission) => permission !== 'activity.read');
  const blind = await signInAs(db, own.companyId, others);
  t.deepEqual((await admin.ask(blind, `{ listActivity { ${fields} } }`)).listActivity.nodes, []);
  t.is(await admin.refusal(blind, named), 'FORBIDDEN');
  const stranger = await signInAs(db, shop.companyId, 'owner');
  t.is((await admin.ask(stranger, `{ listActivity(onlyOf: "${job}") { ${fields} } }`)).listActivity.nodes.length, 0);
});
