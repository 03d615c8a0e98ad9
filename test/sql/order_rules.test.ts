// Rules that are plain functions of SQL, tried with what a generator comes up with: phones, shares of a discount, coupons.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { callers, runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;

test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin), callers(10));
  await stockVariant(db.admin, desk.shop, { sku: 'SOAP', quantity: 1_000_000, price: 100 });
});
test.after.always(() => db?.drop());

const canonical = async (spelling: string): Promise<string | null> =>
  (await db.admin.query('select internal.canonical_phone($1) as phone', [spelling])).rows[0].phone;

const mobile = fc
  .tuple(fc.constantFrom('3', '4', '5', '6', '7', '8', '9'), fc.stringMatching(/^[0-9]{8}$/))
  .map(([operator, rest]) => `01${operator}${rest}`);
const separator = fc.constantFrom('', '', '', ' ', '-', '.', '(', ')', '/', '\u00a0', '–', '\u202a');

test('every spelling of a mobile number has one canonical form, which is its own', async (t) => {
  const prefix = fc.constantFrom('', '+880', '880', '00880', '+88', '88', '0088');
  await fc.assert(
    fc.asyncProperty(
      mobile,
      prefix,
      fc.array(separator, { minLength: 20, maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      async (phone, before, between, bengali, zeroless) => {
        // After +880 people write the number without its zero, after +88 with it; spreadsheets drop it.
        const bare = before === '' ? zeroless : before.endsWith('0');
        const plain = before + (bare ? phone.slice(1) : phone);
        let spelling = [...plain].map((character, i) => character + (between[i] ?? '')).join('');
        if (bengali) spelling = spelling.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
        t.is(await canonical(spelling), phone, spelling);
        t.is(await canonical(phone), phone);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('what is canonical is a mobile number, whatever was given', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 -]{0,16}$/), fc.string({ unit: 'grapheme' })),
      async (text) => {
        const phone = await canonical(text.replaceAll('\0', ''));
        if (phone !== null) {
          t.regex(phone, /^01[3-9]\d{8}$/);
          t.true([...text].filter((character) => /[0-9০-৯]/.test(character)).length >= 10);
        }
      },
    ),
    { numRuns: runs(300) },
  );
  for (const text of [
    '',
    '0171234567',
    '017123456789',
    '171234567',
    '17123456789',
    '1212345678',
    '+1712345678',
    '001712345678',
    '01012345678',
    '01212345678',
    '+8811712345678',
    '01712345678x',
  ])
    t.is(await canonical(text), null, text);
});

const poisha = (most: number) => fc.integer({ min: 0, max: most });
const text = (amount: number | bigint) => `${BigInt(amount) / 100n}.${String(BigInt(amount) % 100n).padStart(2, '0')}`;
const inPoisha = (amount: string) => BigInt(amount.replace('.', ''));

test('an amount is shared to the poisha, each share within one of its exact part', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(poisha(1000), poisha(999_999_999_999)), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (weights, part) => {
        const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
        const amount = (total * BigInt(Math.floor(part * 1_000_000))) / 1_000_000n;
        const { rows } = await db.admin.query('select internal.share_amount($1, $2)::text[] as shares', [
          text(amount),
          weights.map(text),
        ]);
        const shares: bigint[] = rows[0].shares.map(inPoisha);
        t.is(
          shares.reduce((sum, share) => sum + share, 0n),
          amount,
        );
        for (const [i, share] of shares.entries()) {
          const weight = BigInt(weights[i] ?? 0);
          t.true(share <= weight, 'no line is discounted below nothing');
          // share - 1 < amount × weight / total < share + 1
          if (total > 0n) {
            t.true((share - 1n) * total < amount * weight || amount === 0n);
            t.true(amount * weight < (share + 1n) * total);
          }
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test('the lines of any order add up to it, coupon, discounts, shipping and tax included', async (t) => {
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'PC', type: 'percent', value: 33.33 });
  await desk.staff('create_coupon', { store_id, code: 'CAP', type: 'percent', value: 50, maximum_discount: 77.77 });
  await desk.staff('create_coupon', { store_id, code: 'FIX', type: 'fixed', value: 123.45 });
  await desk.staff('create_coupon', { store_id, code: 'SHIP', type: 'free_shipping' });
  const item = fc.record({
    sku: fc.constant('SOAP'),
    quantity: fc.integer({ min: 1, max: 9 }),
    unit_price: poisha(99_999).map((amount) => amount / 100),
    discount_price: fc.option(
      poisha(99_999).map((amount) => amount / 100),
      { nil: undefined },
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(null, 'PC', 'CAP', 'FIX', 'SHIP'),
      poisha(20_000),
      poisha(20_000),
      async (items, coupon_code, shipping, tax) => {
        const order = await desk.place(items, { coupon_code, shipping_charge: shipping / 100, tax_amount: tax / 100 });
        let subtotal = 0n;
        for (const line of items) {
          const reduced =
            line.discount_price !== undefined && line.discount_price > 0 && line.discount_price < line.unit_price;
          const price = reduced ? (line.discount_price ?? 0) : line.unit_price;
          subtotal += BigInt(Math.round(price * 100)) * BigInt(line.quantity);
        }
        t.is(inPoisha(order.subtotal), subtotal);
        const half = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator);
        const least = (a: bigint, b: bigint) => (a < b ? a : b);
        const discount =
          {
            PC: half(subtotal * 3333n, 10_000n),
            CAP: least(half(subtotal, 2n), 7777n),
            FIX: least(12_345n, subtotal),
            SHIP: 0n,
          }[coupon_code as 'PC'] ?? 0n;
        t.is(inPoisha(order.discount_amount), discount);
        const charge = coupon_code === 'SHIP' ? 0n : BigInt(shipping);
        t.is(inPoisha(order.total_amount), subtotal - discount + charge + BigInt(tax));
        const lines = order.items.reduce(
          (sum: bigint, line: { line_total: string }) => sum + inPoisha(line.line_total),
          0n,
        );
        t.is(lines, subtotal - discount);
      },
    ),
    { numRuns: runs(60) },
  );
  t.deepEqual(await findBrokenSoFar(db.admin), []);
});

test('a coupon says why it cannot be used', async (t) => {
  const store_id = desk.shop.stores[0].id;
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const coupon = (code: string, more: object) =>
    desk.staff('create_coupon', { store_id, code, type: 'fixed', value: 1, ...more });
  await coupon('LATER', { starts_at: at(1) });
  await coupon('OVER', { starts_at: at(-2), ends_at: at(1) });
  await db.admin.query(`update app.coupons set ends_at = $1 where code = 'OVER' and store_id = $2`, [at(-1), store_id]);
  await coupon('LARGE', { minimum_subtotal: 100.01 });
  await coupon('EACH', { usage_limit_per_customer: 1 });
  const use = (coupon_code: string, phone = '01733333333') =>
    desk.call('create_order', {
      customer: { phone, full_name: 'A' },
      items: [{ sku: 'SOAP', quantity: 1 }],
      coupon_code,
    });
  t.is((await use('each')).outcome.sqlstate, null);
  for (const [code, reason] of Object.entries({
    NONE: 'is not a coupon of this store',
    LATER: 'is not valid yet',
    OVER: 'has expired',
    LARGE: 'needs a subtotal of at least 100.01',
    EACH: 'was already used by this customer as often as it may be',
  }))
    t.like((await use(code)).outcome, { sqlstate: 'HT008', fields: { coupon_code: [reason] } }, code);
  t.is((await use('EACH', '01744444444')).outcome.sqlstate, null);
});

test('a coupon with five uses left serves five of twenty callers', async (t) => {
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'FIVE', type: 'percent', value: 10, usage_limit: 5 });
  const calls = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      desk.call('create_order', {
        customer: { phone: `0175555550${i % 10}`, full_name: 'A' },
        items: [{ sku: 'SOAP', quantity: 1 }],
        coupon_code: 'five',
      }),
    ),
  );
  t.is(calls.filter(({ outcome }) => outcome.sqlstate === null).length, 5);
  for (const { outcome } of calls)
    if (outcome.sqlstate) t.like(outcome, { fields: { coupon_code: ['has reached its usage limit'] } });
  t.deepEqual(await findBrokenSoFar(db.admin), []);
});

test('a coupon that makes no sense is not made', async (t) => {
  const store_id = desk.shop.stores[0].id;
  const make = (more: object) =>
    refusalOf(desk.staff('create_coupon', { store_id, code: 'X', type: 'fixed', value: 1, ...more }));
  for (const [field, more] of Object.entries({
    code: { code: ' ' },
    type: { type: 'gift' },
    value: { type: 'percent', value: 100.01 },
    ends_at: { starts_at: '2026-01-02T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' },
    minimum_subtotal: { minimum_subtotal: -1 },
    maximum_discount: { maximum_discount: 0 },
    usage_limit: { usage_limit: 0 },
    usage_limit_per_customer: { usage_limit_per_customer: 0 },
  })) {
    const refusal = await make(more);
    t.is(refusal.code, 'HT008');
    t.deepEqual(Object.keys(refusal.fields), [field]);
  }
  for (const value of [0, -1, null, 0.001]) t.deepEqual(Object.keys((await make({ value })).fields), ['value']);
  const other = await createShop(db.admin);
  t.is((await make({ store_id: other.stores[0].id })).code, 'HT100');
});

test('money that does not fit is refused', async (t) => {
  const order = (more: object) =>
    desk.call('create_order', {
      customer: { phone: '01711111111', full_name: 'A' },
      items: [{ sku: 'SOAP', quantity: 1, ...more }],
    });
  t.like((await order({ unit_price: 9_999_999_999.99, quantity: 2 })).outcome, {
    sqlstate: 'HT008',
    fields: { 'items.0': ["the line's total is above 9999999999.99"] },
  });
  const total = await desk.call('create_order', {
    customer: { phone: '01711111111', full_name: 'A' },
    items: [{ sku: 'SOAP', quantity: 1, unit_price: 9_999_999_999.99 }],
    shipping_charge: 0.01,
  });
  t.like(total.outcome, { sqlstate: 'HT008', fields: { items: ["the order's total is above 9999999999.99"] } });
  t.is((await order({ unit_price: 9_999_999_999.99 })).result.total_amount, '9999999999.99');
});

test('the limit is that of the total: what a coupon takes off does not count', async (t) => {
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'LIMITSHIP', type: 'free_shipping' });
  await desk.staff('create_coupon', { store_id, code: 'HALF', type: 'percent', value: 50 });
  const order = (lines: number, coupon_code: string, more = {}) =>
    desk.call('create_order', {
      customer: { phone: '01711111111', full_name: 'A' },
      items: Array.from({ length: lines }, () => ({ sku: 'SOAP', quantity: 1, unit_price: 9_999_999_999.99 })),
      coupon_code,
      ...more,
    });
  t.is((await order(1, 'LIMITSHIP', { shipping_charge: 1 })).result.total_amount, '9999999999.99');
  const half = await order(2, 'HALF');
  t.like(half.result, { subtotal: '19999999999.98', discount_amount: '9999999999.99', total_amount: '9999999999.99' });
  t.is(half.result.coupon.discount_amount, '9999999999.99');
  // What is still above is refused, and the coupon is not used up by it.
  for (const { outcome } of [await order(3, 'HALF'), await order(200, 'HALF'), await order(2, 'LIMITSHIP')])
    t.like(outcome, { sqlstate: 'HT008', fields: { items: ["the order's total is above 9999999999.99"] } });
  const used = await db.admin.query(`select used_count from app.coupons where code = 'HALF'`);
  t.is(used.rows[0].used_count, 1);
  for (const status of ['confirmed', 'processing', 'ready_to_ship', 'in_transit', 'delivered'])
    await desk.move(half.result.id, status);
  t.deepEqual(await findBrokenSoFar(db.admin), []);
});

test('a discount price of an order that is not honoured is as if it was not sent', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'CUT', quantity: 1000, price: 100 });
  await desk.ask('update_variant', { identifier: 'CUT', discount_price: 90 });
  const line = async (more: object) => {
    const { items } = await desk.place([{ sku: 'CUT', quantity: 2, ...more }]);
    return [items[0].unit_price, items[0].discount_price, items[0].line_total];
  };
  t.deepEqual(await line({}), ['100.00', '90.00', '180.00']);
  for (const discount_price of [0, 100, 100.01, 5000]) {
    t.deepEqual(await line({ discount_price }), ['100.00', '90.00', '180.00'], `sent ${discount_price}`);
    // A given price sets the catalog aside, its discount too.
    t.deepEqual(await line({ unit_price: 95, discount_price }), ['95.00', null, '190.00'], `sent ${discount_price}`);
  }
  t.deepEqual(await line({ discount_price: 80 }), ['100.00', '80.00', '160.00']);
  t.deepEqual(await line({ unit_price: 95, discount_price: 80 }), ['95.00', '80.00', '160.00']);
});

test('the name of a customer who is known is ignored, not checked; of a new one it is', async (t) => {
  await desk.place([{ sku: 'SOAP', quantity: 1 }], { customer: { phone: '01711111111', full_name: 'Karim Uddin' } });
  for (const full_name of ['', '   ', 'x'.repeat(300)]) {
    const known = await desk.place([{ sku: 'SOAP', quantity: 1 }], { customer: { phone: '01711111111', full_name } });
    t.is(known.customer.full_name.length > 0 && known.customer.full_name.length <= 200, true);
    const { outcome } = await desk.call('create_order', {
      customer: { phone: '01799999999', full_name },
      items: [{ sku: 'SOAP', quantity: 1 }],
    });
    t.like(outcome, { sqlstate: 'HT008' });
    t.deepEqual(Object.keys(outcome.fields ?? {}), ['customer.full_name']);
  }
});

test('the taken e-mail of an order’s customer is named where it was sent', async (t) => {
  const order = (phone: string, email: string) =>
    desk.call('create_order', {
      customer: { phone, full_name: 'B', email },
      items: [{ sku: 'SOAP', quantity: 1 }],
    });
  t.is((await order('01722222221', 'taken@example.com')).outcome.sqlstate, null);
  t.like((await order('01722222222', 'Taken@Example.com')).outcome, {
    sqlstate: 'HT101',
    fields: { 'customer.email': ['already belongs to another customer'] },
  });
});
