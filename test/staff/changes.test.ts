// The journal of changes in GraphQL: of each type of record, staff see what they may see where the record stands.
import test from 'ava';
import { permissions } from '../../db/permissions.ts';
import * as words from '../../server/desk/messages/words-en.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

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
  'costs.read': [
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
  'staff.manage': ['staff', 'staff_authenticator', 'staff_role', 'staff_session'],
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
