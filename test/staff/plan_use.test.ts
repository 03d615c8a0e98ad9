// The plan of a company and what is used of it: the numbers by which the service itself refuses more.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { openDesk } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let admin: StaffDesk;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin, { orders_per_month: 2, max_products: 2 });
  admin = await startStaff(db);
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const question = `{ planUse {
  ordersThisMonth ordersPerMonth products maxProducts videoBytes videoStorageBytes videosPerProduct apiAccess
} }`;
const use = async (company = shop) => (await admin.ask(await signInAs(db, company.companyId, []), question)).planUse;

test.serial('a stranger is told of no plan', async (t) => {
  t.is(await admin.refusal(null, question), 'UNAUTHENTICATED');
});

test.serial(
  'what is used rises with each order and product, up to what is refused, and of no other company',
  async (t) => {
    t.like(await use(), { ordersThisMonth: 0, ordersPerMonth: 2, products: 0, maxProducts: 2, videoBytes: '0' });
    await stockVariant(db.admin, shop, { sku: 'RICE', quantity: 20, price: 350 });
    const work = await openDesk(db, shop);
    await work.place([{ sku: 'RICE', quantity: 1 }]);
    t.like(await use(), { ordersThisMonth: 1, products: 1 });
    await work.place([{ sku: 'RICE', quantity: 1 }]);
    t.like(await use(), { ordersThisMonth: 2, ordersPerMonth: 2 });
    await t.throwsAsync(work.place([{ sku: 'RICE', quantity: 1 }]), undefined, 'as full as it says');

    const other = await createShop(db.admin);
    t.like(await use(other), { ordersThisMonth: 0, ordersPerMonth: null, products: 0, maxProducts: null });
  },
);

test.serial('orders of the month before do not count', async (t) => {
  await db.admin.query(`update app.orders set created_at = created_at - interval '32 days' where company_id = $1`, [
    shop.companyId,
  ]);
  t.like(await use(), { ordersThisMonth: 0, products: 1 });
});

test.serial('archived products do not count', async (t) => {
  await db.admin.query(`update app.products set status = 'archived' where company_id = $1`, [shop.companyId]);
  t.like(await use(), { products: 0 });
});

test.serial('the types of events are those that an endpoint may be sent', async (t) => {
  const owner = await signInAs(db, shop.companyId, 'owner');
  const { webhookEventTypes } = await admin.ask(owner, '{ webhookEventTypes }');
  t.true(webhookEventTypes.includes('order.created'));
  const { createWebhookEndpoint } = await admin.ask(
    owner,
    `mutation ($store: UUID!, $types: [String!]!) {
      createWebhookEndpoint(input: { storeId: $store, url: "https://hooks.example.com/", eventTypes: $types }) {
        webhookSecret { webhookEndpoint { eventTypes } }
      }
    }`,
    { store: shop.stores[0].id, types: webhookEventTypes },
  );
  t.is(createWebhookEndpoint.webhookSecret.webhookEndpoint.eventTypes.length, webhookEventTypes.length);
});
