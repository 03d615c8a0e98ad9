// Customers by names that are misspelled, or typed in the letters of the other script.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { asCompany, createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let admin: StaffDesk;
test.before(async () => {
  db = await borrowDatabase('sound');
  shop = await createShop(db.admin);
  admin = await startStaff(db);
  for (const [n, full_name] of ['Md. Abdur Rahman', 'চৌধুরী ফাতেমা', 'Salma Akhter', 'Kamal Hossain'].entries())
    await create(0, full_name, `0171111111${n}`);
  await create(1, 'Abdur Rehman', '01722222222');
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const create = (store: 0 | 1, full_name: string, phone: string) =>
  asCompany(db.admin, shop.companyId, (client) =>
    client.query('select api.create_customer($1)', [{ store_id: shop.stores[store].id, full_name, phone }]),
  );

async function namesLike(token: string, search: string, storeId: string | null = shop.stores[0].id): Promise<string[]> {
  const query = `query ($search: String!, $storeId: UUID) {
    similarCustomers(search: $search, storeId: $storeId) { nodes { fullName } } }`;
  const { similarCustomers } = await admin.ask(token, query, { search, storeId });
  return similarCustomers.nodes.map(({ fullName }: { fullName: string }) => fullName);
}

test('staff of another company find none of them, and without customers.read no phone is shown', async (t) => {
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  t.deepEqual(await namesLike(stranger, 'Rohman', null), []);
  t.deepEqual(await namesLike(stranger, 'Rohman'), []);
  const agent = await signInAs(db, shop.companyId, ['orders.manage']);
  const { similarCustomers } = await admin.ask(agent, '{ similarCustomers(search: "Rohman") { nodes { phone } } }');
  t.deepEqual(
    similarCustomers.nodes.map(({ phone }: { phone: unknown }) => phone),
    [null, null],
  );
});

test('a customer is found by a name with mistakes in its spelling, in Latin and in Bengali letters', async (t) => {
  const owner = await signInAs(db, shop.companyId, 'owner');
  for (const [search, name] of [
    ['Rohman', 'Md. Abdur Rahman'],
    ['abdur rehmaan', 'Md. Abdur Rahman'],
    ['রহমান', 'Md. Abdur Rahman'],
    ['Rahmn', 'Md. Abdur Rahman'],
    // A letter too few.
    ['Rhman', 'Md. Abdur Rahman'],
    ['Choudhury', 'চৌধুরী ফাতেমা'],
    ['Fatima', 'চৌধুরী ফাতেমা'],
    ['আক্তার', 'Salma Akhter'],
    ['Solma Akter', 'Salma Akhter'],
    ['হোসেন', 'Kamal Hossain'],
    ['Husain', 'Kamal Hossain'],
    ['Hosain Komol', 'Kamal Hossain'],
  ] as const)
    t.is((await namesLike(owner, search))[0], name, search);
  for (const search of ['', 'a', 'xyz', '%', "'", '01711111111'])
    t.deepEqual(await namesLike(owner, search), [], search);
  t.deepEqual((await namesLike(owner, 'Rohman', null)).sort(), ['Abdur Rehman', 'Md. Abdur Rahman']);
});
