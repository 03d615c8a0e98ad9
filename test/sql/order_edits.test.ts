// An order that is edited: it is what it would be if its last form had been placed, whatever was done on the way, and by however
// many at once.
import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBroken, findBrokenBooks } from '../helpers/invariants.ts';
import { callers, isLong, runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { createShop, insert, stockVariant } from '../helpers/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and documents
type Row = any;

let db: TestDatabase;
let desk: Desk;
let depot: string;
const skus = ['E1', 'E2', 'E3'];
const coupons = ['TENTH', 'FIFTY', 'SHIP'];

test.before(async () => {
  db = await freshDatabase('reads whole tables');
  desk = await openDesk(db, await createShop(db.admin), callers(12));
  const company = { company_id: desk.shop.companyId };
  depot = await insert(db.admin, 'locations', { ...company, name: 'Depot', code: 'DEP' });
  for (const [n, sku] of skus.entries()) {
    await stockVariant(db.admin, desk.shop, { sku, quantity: 100_000, price: 99.99 + n * 50.01 });
    await desk.ask('create_inventory_adjustment', {
      ...{ sku, location_id: depot, quantity_change: 100_000, reason: 'Stock' },
    });
  }
  const coupon = (code: string, type: string, value: number, more = {}) =>
    insert(db.admin, 'coupons', { ...company, store_id: desk.shop.stores[0].id, code, type, value, ...more });
  await coupon('TENTH', 'percent', 10, { maximum_discount: 70 });
  await coupon('FIFTY', 'fixed', 50, { minimum_subtotal: 150 });
  await coupon('SHIP', 'free_shipping', 0);
});
test.after.always(() => db?.drop());

const levels = async () =>
  Object.fromEntries(
    (await db.admin.query('select variant_id, location_id, reserved from app.inventory_levels')).rows.map((row) => [
      `${row.variant_id} ${row.location_id}`,
      row.reserved as number,
    ]),
  );
const uses = async () =>
  Object.fromEntries(
    (await db.admin.query('select code, used_count from app.coupons')).rows.map((row) => [row.code, row.used_count]),
  );
/** How much of each figure is above what it was. */
const more = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([key, n]) => n !== (before[key] ?? 0))
      .map(([key, n]) => [key, n - (before[key] ?? 0)]),
  );

const amounts = ['subtotal', 'discount_amount', 'shipping_charge', 'tax_amount', 'total_amount', 'due_amount'];
const moneyOf = (order: Row) => ({
  ...Object.fromEntries(amounts.map((name) => [name, order[name]])),
  coupon: order.coupon,
  items: order.items.map((item: Row) =>
    ['sku', 'quantity', 'unit_price', 'discount_price', 'discount_amount', 'line_total'].map((name) => item[name]),
  ),
});

const item = fc.record({
  sku: fc.constantFrom(...skus),
  quantity: fc.integer({ min: 1, max: 5 }),
  unit_price: fc.option(
    fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
    { nil: undefined },
  ),
  discount_price: fc.option(
    fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100),
    { nil: undefined },
  ),
});
const edit = fc.record(
  {
    changes: fc.array(
      fc.oneof(
        item.map((added) => ({ action: 'add_item', ...added })),
        fc.tuple(fc.nat(9), item).map(([n, { sku: _, ...changed }]) => ({ action: 'change_item', n, ...changed })),
        fc.nat(9).map((n) => ({ action: 'remove_item', n })),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    coupon_code: fc.constantFrom(null, ...coupons),
    shipping_charge: fc.constantFrom(0, 60, 120.5),
    tax_amount: fc.constantFrom(0, 7.77),
    place: fc.boolean(),
    customer: fc.constantFrom('01711111111', '01811111111'),
    merged: fc.array(item, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** The edit as it is sent: lines by their ids, each once. */
function editOf(order: Row, { changes, place, customer, ...rest }: Row): Row {
  const named = new Set<string>();
  const sent = (changes ?? []).flatMap(({ n, ...change }: Row) => {
    if (n === undefined) return [change];
    const { id } = order.items[n % order.items.length];
    if (named.has(id)) return [];
    named.add(id);
    return [{ ...change, order_item_id: id }];
  });
  return {
    ...rest,
    ...(sent.length > 0 && { changes: sent }),
    ...(place !== undefined && { location_id: place ? depot : desk.shop.locationId }),
    ...(customer && { customer: { phone: customer, full_name: 'Karim Uddin' } }),
  };
}

/** Merges another order of the customer into this one: the lines of both are there, and no unit more is held. */
async function mergeAnother(t: ExecutionContext, order: Row, items: Row[]): Promise<Row> {
  const other = await desk.place(items as never, { customer_id: order.customer_id, customer: undefined });
  const held = async () => {
    const { rows } = await db.admin.query('select sum(reserved)::integer as held from app.inventory_levels');
    return rows[0].held;
  };
  const before = await held();
  const act = desk.staff('merge_orders', { order_id: order.id, merged_order_id: other.id });
  try {
    await act;
  } catch (error) {
    // The coupon of the order may not go with what it is now.
    const refused = await refusalOf(Promise.reject(error));
    t.is(refused.code, 'HT008');
    await desk.move(other.id, 'cancelled');
    return order;
  }
  t.is(await held(), before);
  const merged = await desk.ask('get_order', { id: order.id });
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  t.is(cents(merged.subtotal), cents(order.subtotal) + cents(other.subtotal));
  t.is(merged.shipping_charge, order.shipping_charge);
  return merged;
}

/** What is broken stays so, and the last test asks; in a long run it is told of which. */
async function booksSoFar(t: ExecutionContext): Promise<void> {
  if (isLong) t.deepEqual(await findBrokenBooks(db.admin), []);
}

async function requireBooks(): Promise<void> {
  const broken = await findBrokenBooks(db.admin);
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

test.serial('whatever is edited, the order is what it would be if it had been placed so', async (t) => {
  t.timeout(120_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 3 }),
      fc.array(edit, { minLength: 1, maxLength: 6 }),
      async (items, edits) => {
        const [reservedBefore, usedBefore] = [await levels(), await uses()];
        let order = await desk.place(items, { shipping_charge: 60 });
        for (const step of edits) {
          const { merged, ...changed } = step as Row;
          if (merged) order = await mergeAnother(t, order, merged);
          const input = editOf(order, changed);
          if (Object.keys(input).length === 0) continue;
          const { outcome: planned, result: preview } = await desk.call('edit_order', {
            id: order.id,
            ...input,
            preview: true,
          });
          const { outcome, result } = await desk.call('edit_order', { id: order.id, ...input });
          t.is(planned.sqlstate, outcome.sqlstate, 'a preview is refused as the edit is');
          if (outcome.sqlstate && outcome.sqlstate !== 'HT008')
            throw new Error(`${outcome.sqlstate} ${outcome.message}`);
          if (outcome.sqlstate) continue;
          t.deepEqual(moneyOf(preview), moneyOf(result), 'a preview tells what the edit does');
          order = result;
          if (isLong) await requireBooks();
        }
        if (isLong) await requireBooks();
        const [reserved, used] = [more(await levels(), reservedBefore), more(await uses(), usedBefore)];
        const twin = await desk.place(
          order.items.map((one: Row) => ({
            sku: one.sku,
            quantity: one.quantity,
            unit_price: Number(one.unit_price),
            ...(one.discount_price && { discount_price: Number(one.discount_price) }),
          })),
          {
            shipping_charge: Number(order.shipping_charge),
            tax_amount: Number(order.tax_amount),
            coupon_code: order.coupon?.code,
            location_id: order.location_id,
            customer_id: order.customer_id,
            customer: undefined,
          },
        );
        t.deepEqual(moneyOf(order), moneyOf(twin));
        t.deepEqual(
          more(await levels(), reservedBefore),
          Object.fromEntries(Object.entries(reserved).map(([key, n]) => [key, 2 * n])),
        );
        t.deepEqual(
          more(await uses(), usedBefore),
          Object.fromEntries(Object.entries(used).map(([key, n]) => [key, 2 * n])),
        );
        await desk.move(twin.id, 'cancelled');
        await desk.move(order.id, 'cancelled');
        t.deepEqual(more(await levels(), reservedBefore), {});
        t.deepEqual(more(await uses(), usedBefore), {});
      },
    ),
    { numRuns: runs(60, 15), includeErrorInReport: true },
  );
});

test.serial('all who edit, pay, pack, send and cancel the same orders lose no unit and tear no total', async (t) => {
  t.timeout(120_000);
  const [crowd, each] = isLong ? [12, 12] : [6, 8];
  await stockVariant(db.admin, desk.shop, { sku: 'FEW', quantity: 12, price: 10 });
  const orders = await Promise.all(
    Array.from({ length: 4 }, () =>
      desk.place(
        [
          { sku: 'E1', quantity: 2 },
          { sku: 'FEW', quantity: 1 },
        ],
        { coupon_code: 'TENTH' },
      ),
    ),
  );
  const allowed = new Set(['HT008', 'HT101', 'HT102', 'HT103', null]);
  const card = desk.shop.stores[0].paymentMethods.card;
  let seed = 1;
  const random = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  const work = async (id: string): Promise<{ outcome: { sqlstate: string | null; message: string | null } }> => {
    const order = await desk.ask('get_order', { id });
    const line = order.items[random(order.items.length)].id;
    switch (random(10)) {
      case 0:
        return desk.call('edit_order', { id, changes: [{ action: 'add_item', sku: 'FEW', quantity: 1 + random(4) }] });
      case 1:
        return desk.call('edit_order', {
          id,
          changes: [{ action: 'change_item', order_item_id: line, quantity: 1 + random(5) }],
        });
      case 2:
        return desk.call('edit_order', { id, changes: [{ action: 'remove_item', order_item_id: line }] });
      case 3:
        return desk.call('edit_order', {
          id,
          coupon_code: [null, ...coupons][random(4)],
          shipping_charge: random(3) * 60,
        });
      case 4:
        return desk.call('edit_order', { id, location_id: random(2) ? depot : desk.shop.locationId });
      case 5:
        return desk.call('edit_order', {
          id,
          preview: true,
          customer: { phone: `0191111111${random(3)}`, full_name: 'A' },
          tax_amount: random(5),
        });
      case 6:
        return desk.call('record_order_payment', { id, payment_method_id: card, amount: 1 + random(50) });
      case 7:
        return desk.call('update_order_status', {
          id,
          status: ['confirmed', 'hold', 'pending', 'spam', 'cancelled'][random(5)],
        });
      case 8:
        try {
          await desk.staff('merge_orders', { order_id: id, merged_order_id: orders[random(orders.length)].id });
        } catch (error) {
          await refusalOf(Promise.reject(error));
        }
        return { outcome: { sqlstate: null, message: null } };
      default:
        try {
          const parcel = await desk.staff('book_parcel', { order_id: id, courier_id: desk.couriers.reporting });
          if (random(3) > 0) await desk.staff('cancel_parcel', { parcel_id: parcel.id });
        } catch (error) {
          await refusalOf(Promise.reject(error));
        }
        return { outcome: { sqlstate: null, message: null } };
    }
  };
  const answers = (
    await Promise.all(
      Array.from({ length: crowd }, async (_, client) => {
        const told = [];
        for (let n = 0; n < each; n++) told.push(await work(orders[(client + n) % orders.length].id));
        return told;
      }),
    )
  ).flat();
  t.deepEqual(
    answers.filter(({ outcome }) => !allowed.has(outcome.sqlstate)).map(({ outcome }) => outcome.message),
    [],
  );
  t.true(answers.some(({ outcome }) => outcome.sqlstate === null));
  await booksSoFar(t);
});

test.serial('two orders of a customer become one, once, and both tell of it', async (t) => {
  await stockVariant(db.admin, desk.shop, { sku: 'LAST', quantity: 3, price: 100 });
  const stock = [{ sku: 'LAST', quantity: 1 }];
  const { card } = desk.shop.stores[0].paymentMethods;
  const [into, from, stranger, paid, online] = [
    await desk.place(stock, { shipping_charge: 60, note: 'Ring twice', tags: ['gift'] }),
    await desk.place([...stock, { sku: 'E1', quantity: 2, unit_price: 50 }], {
      ...{ shipping_charge: 60, tax_amount: 5, note: 'No onions', tags: ['VIP', 'Gift'], coupon_code: 'TENTH' },
    }),
    await desk.place(stock, { customer: { phone: '01799999998', full_name: 'Another' } }),
    await desk.place([{ sku: 'E1', quantity: 1 }]),
    await desk.place([{ sku: 'E1', quantity: 1 }], { payment_method_id: card }),
  ];
  await desk.ask('record_order_payment', {
    ...{ id: paid.id, payment_method_id: desk.shop.stores[0].paymentMethods.cod, amount: 1 },
  });
  const merge = (merged_order_id: string, order_id = into.id, permissions?: string[]) =>
    desk.staff('merge_orders', { order_id, merged_order_id }, permissions);
  for (const [work, code, words] of [
    [merge(from.id, into.id, ['catalog.manage']), 'HT014', /permission/],
    [merge(into.id), 'HT008', /another order/],
    [merge(stranger.id), 'HT101', /same customer/],
    [merge(paid.id), 'HT101', /payments, parcels or returns/],
    [merge(from.id, online.id), 'HT101', /another way/],
    [merge(randomUUID()), 'HT100', /order/],
  ] as const) {
    const error = (await t.throwsAsync(work)) as Error & { code: string; detail?: string };
    t.is(error.code, code);
    t.regex(`${error.message} ${error.detail}`, words);
  }
  const usedBefore = (await uses()).TENTH!;
  // All units are held, by these two orders too.
  t.is(await desk.stock('LAST'), '3/3');
  await merge(from.id);
  const told = [(await desk.events(into.id)).length, (await desk.timeline(from.id)).length];
  await merge(from.id);
  t.deepEqual([(await desk.events(into.id)).length, (await desk.timeline(from.id)).length], told, 'done once');
  t.like(await desk.ask('get_order', { id: into.id }), {
    ...{ subtotal: '300.00', shipping_charge: '60.00', tax_amount: '5.00', total_amount: '365.00', coupon: null },
    ...{ note: 'Ring twice\nNo onions', tags: ['gift', 'VIP'], merged_into_id: null },
    items: [
      { sku: 'LAST', quantity: 2 },
      { sku: 'E1', quantity: 2, unit_price: '50.00' },
    ],
  });
  t.like(await desk.ask('get_order', { id: from.id }), { status: 'cancelled', merged_into_id: into.id });
  t.is((await uses()).TENTH, usedBefore - 1);
  t.like((await desk.timeline(into.id)).at(-1), { action: 'merged', detail: { number: from.number } });
  t.like((await desk.timeline(from.id)).at(-1), { to_status: 'cancelled', detail: { merged_into: into.number } });
  t.is((await desk.events(from.id)).at(-1)?.type, 'order.cancelled');
  t.is((await desk.call('reorder_order', { id: from.id })).outcome.sqlstate, 'HT101');
  t.is((await refusalOf(merge(into.id, from.id))).code, 'HT103');
  const tagged = await desk.place([{ sku: 'E1', quantity: 1 }], {
    tags: Array.from({ length: 250 }, (_, n) => `t${n}`),
  });
  const { code, fields } = await refusalOf(merge(tagged.id));
  t.deepEqual([code, Object.keys(fields)], ['HT008', ['add_tags']]);
  await booksSoFar(t);
});

test.serial(
  'of two orders that trade their coupons at once neither waits for ever, and both limits hold',
  async (t) => {
    const store = { company_id: desk.shop.companyId, store_id: desk.shop.stores[0].id, type: 'fixed', value: 10 };
    for (const code of ['LEFT', 'RIGHT']) await insert(db.admin, 'coupons', { ...store, code, usage_limit: 2 });
    const [a, b] = await Promise.all(
      ['LEFT', 'RIGHT'].map((coupon_code) => desk.place([{ sku: 'E1', quantity: 1 }], { coupon_code })),
    );
    for (let round = 0; round < 6; round++) {
      const codes = round % 2 ? ['LEFT', 'RIGHT'] : ['RIGHT', 'LEFT'];
      const edits = [a, b].map((order, n) => desk.call('edit_order', { id: order.id, coupon_code: codes[n] }));
      t.deepEqual(
        (await Promise.all(edits)).map(({ outcome }) => outcome.sqlstate),
        [null, null],
      );
    }
    t.like(await uses(), { LEFT: 1, RIGHT: 1 });
    await booksSoFar(t);
  },
);

test.serial('who had the order before is erased from it, who has it stays, and the books know both', async (t) => {
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  const before = { phone: '01755555551', full_name: 'Nosrin Before' };
  const after = { phone: '01755555552', full_name: 'Karim After' };
  const order = await desk.place([{ sku: 'E1', quantity: 1 }], {
    ...{ customer: before, note: 'Nosrin wants it soon', shipping_address: '{"address_line": "Nosrin Villa"}' },
  });
  await desk.staff('edit_order', { order_id: order.id, note: 'Nosrin wants it on Friday' });
  await desk.staff('edit_order', {
    ...{ order_id: order.id, customer: after, note: 'Karim takes it', reason: 'Karim rang' },
    shipping_address: { address_line: 'Karim House' },
  });
  const seal = () => db.as('haat_worker').query(`select internal.seal_history(margin => '0')`);
  await seal();
  const told = async () =>
    JSON.stringify([
      ...(await desk.timeline(order.id)),
      ...(await desk.events(order.id)),
      ...(await db.admin.query('select * from internal.readable_activity_log where object_id = $1', [order.id])).rows,
      ...(await db.admin.query('select * from app.changes where $1 in (record_id, parent_id)', [order.id])).rows,
    ]);
  t.regex(await told(), /Nosrin/);
  await desk.staff('erase_customer', { customer_id: order.customer_id });
  t.notRegex(await told(), /Nosrin/);
  t.regex(await told(), /Karim/);
  await desk.move(order.id, 'cancelled');
  const { customer_id } = await desk.order(order.id);
  await desk.staff('erase_customer', { customer_id });
  t.notRegex(await told(), /Karim (House|takes|rang|After)/);
  await booksSoFar(t);
});

test.serial('the edit that brought a customer is erased with it, also after the clock was set back', async (t) => {
  const before = { phone: '01755555553', full_name: 'Rima' };
  const order = await desk.place([{ sku: 'E1', quantity: 1 }], { customer: before });
  // The journal tells of the edit a moment before the timeline does.
  await db.admin.query(
    `select setval('internal.latest_clock', (extract(epoch from clock_timestamp()) * 1000)::bigint + 3600000)`,
  );
  await desk.staff('edit_order', {
    ...{ order_id: order.id, customer: { phone: '01755555554', full_name: 'Jamil' } },
    shipping_address: { address_line: 'Jamil House' },
  });
  const told = async () =>
    JSON.stringify((await db.admin.query('select * from app.changes where record_id = $1', [order.id])).rows);
  t.regex(await told(), /Jamil House/);
  await desk.move(order.id, 'cancelled');
  await desk.staff('erase_customer', { customer_id: (await desk.order(order.id)).customer_id });
  t.notRegex(await told(), /Jamil House/);
  t.deepEqual(await (isLong ? findBroken : findBrokenBooks)(db.admin), []);
});
