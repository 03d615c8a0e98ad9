// What an order would cost, asked before it is placed: the same as when it is placed, and nothing is written.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { runs } from '../helpers/long.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, insert, stockVariant } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let desk: Desk;
let admin: StaffDesk;
let owner: string;
let storeId: string;
test.before(async () => {
  db = await borrowDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  admin = await startStaff(db);
  owner = await signInAs(db, desk.shop.companyId, 'owner');
  storeId = desk.shop.stores[0].id;
  await stockVariant(db.admin, desk.shop, { sku: 'PLAIN', price: 333.33, quantity: 1000 });
  await stockVariant(db.admin, desk.shop, { sku: 'ROUND', price: 1000, quantity: 1000 });
  await stockVariant(db.admin, desk.shop, { sku: 'FEW', price: 10, quantity: 3 });
  const coupon = (code: string, type: string, value: number, more = {}) =>
    insert(db.admin, 'coupons', { company_id: desk.shop.companyId, store_id: storeId, code, type, value, ...more });
  await coupon('SEVEN', 'percent', 7, { maximum_discount: 500 });
  await coupon('FIFTY', 'fixed', 50, { minimum_subtotal: 400 });
  await coupon('FREE', 'free_shipping', 0);
});
test.after.always(async () => {
  await admin?.stop();
  await db?.drop();
});

const question = `query ($storeId: UUID!, $items: [OrderLineInput!]!, $coupon: String, $shipping: Money) {
  quoteOrder(storeId: $storeId, items: $items, couponCode: $coupon, shippingCharge: $shipping) {
    lines { line sku amount available isShort } subtotal discountAmount shippingCharge totalAmount couponProblem
  }
}`;
const creation = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { subtotal discountAmount shippingCharge totalAmount } }
}`;
const quote = async (items: object[], more = {}) =>
  (await admin.ask(owner, question, { storeId, items, ...more })).quoteOrder;

test('only those who may place orders are told, of stores of their own', async (t) => {
  const variables = { storeId, items: [{ sku: 'PLAIN', quantity: 1 }] };
  const packer = await signInAs(db, desk.shop.companyId, ['inventory.manage']);
  t.is(await admin.refusal(packer, question, variables), 'FORBIDDEN');
  const stranger = await signInAs(db, (await createShop(db.admin)).companyId, 'owner');
  t.is(await admin.refusal(stranger, question, variables), 'NOT_FOUND');
});

test('lines in a wrong form, unknown SKUs and wrong charges are refused at their field', async (t) => {
  const fieldsOf = async (variables: object) => {
    const { errors } = await admin.send(owner, question, {
      storeId,
      items: [{ sku: 'PLAIN', quantity: 1 }],
      ...variables,
    });
    return Object.keys(errors[0]?.extensions.fields ?? {});
  };
  t.deepEqual(await fieldsOf({ items: [] }), ['items']);
  t.deepEqual(await fieldsOf({ items: [{ sku: 'PLAIN', quantity: 0 }] }), ['items.0.quantity']);
  t.deepEqual(
    await fieldsOf({
      items: [
        { sku: 'PLAIN', quantity: 1 },
        { sku: 'GONE', quantity: 1 },
      ],
    }),
    ['items.1.sku'],
  );
  t.deepEqual(await fieldsOf({ shipping: '-1' }), ['shippingCharge']);
});

test('two lines of one variant are short together, and it says how many there are', async (t) => {
  const { lines } = await quote([
    { sku: 'FEW', quantity: 2 },
    { sku: 'FEW', quantity: 2 },
    { sku: 'PLAIN', quantity: 1 },
  ]);
  t.deepEqual(
    lines.map(({ sku, available, isShort }: Record<string, unknown>) => [sku, available, isShort]),
    [
      ['FEW', 3, true],
      ['FEW', 3, true],
      ['PLAIN', 1000, false],
    ],
  );
});

test('a coupon that would be refused is priced as none, with the reason', async (t) => {
  const known = await quote([{ sku: 'PLAIN', quantity: 1 }], { coupon: 'fifty' });
  t.deepEqual(
    [known.couponProblem, known.discountAmount, known.totalAmount],
    ['needs a subtotal of at least 400.00', '0.00', '333.33'],
  );
  t.is(
    (await quote([{ sku: 'PLAIN', quantity: 1 }], { coupon: 'NONE' })).couponProblem,
    'is not a coupon of this store',
  );
});

test('an order costs what its quote says, and the quote takes neither stock nor coupon', async (t) => {
  t.timeout(60_000);
  const taken = async () =>
    (
      await db.admin.query(
        'select sum(used_count)::int as used, (select sum(reserved)::int from app.inventory_levels) as held from app.coupons',
      )
    ).rows[0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ sku: fc.constantFrom('PLAIN', 'ROUND'), quantity: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom(undefined, 'SEVEN', 'FIFTY', 'FREE'),
      fc.integer({ min: 0, max: 20_000 }),
      async (items, coupon, poisha) => {
        const shipping = (poisha / 100).toFixed(2);
        const before = await taken();
        const quoted = await quote(items, { coupon, shipping });
        t.deepEqual(await taken(), before);
        const { order } = (
          await admin.ask(owner, creation, {
            input: {
              storeId,
              customer: { phone: '01811111111', fullName: 'Salma Begum' },
              items,
              shippingCharge: shipping,
              couponCode: quoted.couponProblem ? null : coupon,
              // Of its own, or it would be a twin of the one before.
              note: randomUUID(),
            },
          })
        ).createOrder;
        t.deepEqual(
          [quoted.subtotal, quoted.discountAmount, quoted.shippingCharge, quoted.totalAmount],
          [order.subtotal, order.discountAmount, order.shippingCharge, order.totalAmount],
        );
      },
    ),
    { numRuns: runs(12) },
  );
});
