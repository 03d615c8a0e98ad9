// A write of staff that changes nothing changes nothing, as one of the API: test/rest/same_values.test.ts.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { rowsOfCompany } from '../helpers/rows-of-company.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: StaffDesk;
let shop: TestShop;
let token: string;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  token = await signInAs(db, shop.companyId, 'owner');
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const everything = () => rowsOfCompany(db.admin, shop.companyId);

test.serial('the staff door: a customer or an address saved as it stands changes nothing', async (t) => {
  const { body } = await desk.request('POST', '/customers', {
    key: shop.storeKey.key,
    body: { full_name: 'Karim', phone: '01812345678', gender: 'male' },
  });
  const { id } = body;
  const address = `customerId: "${id}", addressLine: "House 1", city: "Dhaka", isDefault: true`;
  const save = (more = '') =>
    desk.ask(token, `mutation { saveCustomerAddress(input: { ${address} ${more} }) { customerAddress { id } } }`);
  const saved = await save();
  const addressId = saved.saveCustomerAddress.customerAddress.id;
  const before = await everything();
  await save(`, addressId: "${addressId}"`);
  for (const fields of ['', 'fullName: "Karim", phone: "+8801812345678", gender: male, status: active'])
    await desk.ask(token, `mutation { updateCustomer(input: { customerId: "${id}", ${fields} }) { customer { id } } }`);
  t.deepEqual(await everything(), before);
  await desk.ask(
    token,
    `mutation { updateCustomer(input: { customerId: "${id}", fullName: "Rahim" }) { customer { id } } }`,
  );
  t.notDeepEqual(await everything(), before);
});
