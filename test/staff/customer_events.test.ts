// No change of a customer without its event, and one shape of the event whichever door made it: the customer as
// GET /customers/{id} shows it.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { hire, openSession, type StaffDesk, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: StaffDesk;
let shop: TestShop;
let token: string;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'SOLD', quantity: 1000 });
  desk = await startStaff(db);
  token = await openSession(db, (await hire(db, shop.companyId, { role: 'owner' })).id);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

async function send(method: string, path: string, body?: unknown) {
  const answer = await desk.request(method, path, { key: shop.storeKey.key, body, idempotencyKey: randomUUID() });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

const order = (customer: object, address?: object) =>
  send('POST', '/orders', { ...customer, items: [{ sku: 'SOLD', quantity: 1 }], shipping_address: address });

/** Does it; gives what it told of customers, and all it told. */
async function told(action: () => Promise<unknown>) {
  const last = 'select coalesce(max(sequence), 0) as last from app.events';
  const since = (await db.admin.query(last)).rows[0].last;
  await action();
  const { rows } = await db.admin.query(
    'select type, object_id, object from app.events where sequence > $1 order by sequence',
    [since],
  );
  return { types: rows.map(({ type }) => type), customers: rows.filter(({ type }) => type.startsWith('customer.')) };
}

let number = 0;
const phone = () => `018${String(++number).padStart(8, '0')}`;
const address = { address_line: 'House 1', city: 'Dhaka' };

test.serial('a new customer is told once, before the order, with the address of the order', async (t) => {
  for (const where of [undefined, address, { anything: 'else' }]) {
    const { types, customers } = await told(() => order({ customer: { phone: phone(), full_name: 'Rina' } }, where));
    t.deepEqual(types, ['customer.created', 'order.created']);
    const [{ object, object_id }] = customers as [{ object: { addresses: unknown[] }; object_id: string }];
    t.is(object.addresses.length, where === address ? 1 : 0);
    t.deepEqual(object, await send('GET', `/customers/${object_id}`));
  }
});

test.serial('a new address from an order is a change of the customer, a known one is none', async (t) => {
  const customer = { customer: { phone: phone(), full_name: 'Karim' } };
  await order(customer);
  const first = await told(() => order(customer, address));
  t.deepEqual(first.types, ['customer.updated', 'order.created']);
  const [{ object, object_id }] = first.customers as [{ object: { addresses: unknown[] }; object_id: string }];
  t.like(object.addresses[0], address);
  t.deepEqual(object, await send('GET', `/customers/${object_id}`));
  for (const again of [customer, { customer_id: object_id }])
    t.deepEqual((await told(() => order(again, { ...address, city: 'DHAKA' }))).types, ['order.created']);
  const other = await told(() => order({ customer_id: object_id }, { ...address, city: 'Khulna' }));
  t.deepEqual(other.types, ['customer.updated', 'order.created']);
});

test.serial('an order that is refused tells of no customer', async (t) => {
  const mobile = phone();
  const { types } = await told(() =>
    t.throwsAsync(
      send('POST', '/orders', {
        customer: { phone: mobile, full_name: 'Nobody' },
        items: [{ sku: 'SOLD', quantity: 100_000 }],
        shipping_address: address,
      }),
    ),
  );
  t.deepEqual(types, []);
});

test.serial('every door sends the same document: with the addresses', async (t) => {
  const { id } = await send('POST', '/customers', { full_name: 'Moyna', phone: phone() });
  const mutate = (text: string) => () => desk.ask(token, `mutation { ${text} }`);
  const doors: [string, () => Promise<unknown>][] = [
    [
      'customer.updated',
      mutate(`saveCustomerAddress(input: { customerId: "${id}", addressLine: "Road 2" }) { customerAddress { id } }`),
    ],
    ['customer.updated', () => send('PATCH', `/customers/${id}`, { full_name: 'Moyna Begum' })],
    ['customer.updated', mutate(`updateCustomer(input: { customerId: "${id}", gender: female }) { customer { id } }`)],
    ['customer.updated', () => order({ customer_id: id }, address)],
    ['customer.created', () => send('POST', '/customers', { full_name: 'Tuni', phone: phone() })],
    [
      'customer.created',
      mutate(`createCustomer(input: { storeId: "${shop.stores[0].id}", fullName: "Mitu" }) { customer { id } }`),
    ],
  ];
  for (const [type, action] of doors) {
    const { customers } = await told(action);
    t.deepEqual(
      customers.map((event) => event.type),
      [type],
    );
    t.deepEqual(customers[0]!.object, await send('GET', `/customers/${customers[0]!.object_id}`));
  }
  const { addresses } = await send('GET', `/customers/${id}`);
  t.is(addresses.length, 2);
  const off = await told(
    mutate(`removeCustomerAddress(input: { addressId: "${addresses[0].id}" }) { customer { id } }`),
  );
  t.deepEqual(off.customers[0]!.object, await send('GET', `/customers/${id}`));
});

test.serial('a threshold that an adjustment moves is told of the product that shows it', async (t) => {
  const { productId } = await stockVariant(db.admin, shop, { sku: 'LOW' });
  const adjust = (threshold: number) => () =>
    send('POST', '/inventory/adjustments', {
      ...{ location_id: shop.locationId, sku: 'LOW', reason: 'count', quantity_change: 1 },
      low_stock_threshold: threshold,
    });
  t.deepEqual((await told(adjust(7))).types.toSorted(), ['inventory.updated', 'product.updated']);
  t.deepEqual((await told(adjust(7))).types, ['inventory.updated']);
  const { rows } = await db.admin.query(
    'select object from app.events where object_id = $1 order by sequence desc limit 1',
    [productId],
  );
  t.deepEqual(rows[0].object, await send('GET', `/products/${productId}`));
});
