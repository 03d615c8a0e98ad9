// Whatever is done to orders, in whatever order: nothing unforeseen is answered, moves keep to the table, and after every
// step stock, money and history hold together. fast-check shrinks a failure to the few steps that cause it. A commit's run asks
// the books after every fourth step and at the end, since what is broken stays so; npm run test:long after every single one.
import test from 'ava';
import { freshDatabase } from '../helpers/database.ts';
import { findBrokenBooks, refuseBroken } from '../helpers/invariants.ts';
import { isLong, runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows and documents
type Row = any;

/** What the outside knows: the orders there are, their status, and the units of each SKU that no order holds. */
type Model = { orders: { status: string }[]; free: Record<string, number> };
type Real = { desk: Desk; orders: Row[]; transactions: number; steps: number };
type Step = fc.AsyncCommand<Model, Real>;

const skus = ['M1', 'M2', 'M3'];
const stocked = 30;
const statuses = [
  ...['pending', 'follow_up', 'hold', 'confirmed', 'processing', 'ready_to_ship'],
  ...['in_transit', 'failed_delivery', 'delivered', 'returned', 'cancelled', 'spam'],
];

/** Runs a step that may be refused for a reason we know; gives what it answered, or null. */
async function attempt<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    await refusalOf(Promise.reject(error));
    return null;
  }
}

class Act implements Step {
  readonly name: string;
  readonly details: unknown;
  readonly act: (model: Model, real: Real) => Promise<unknown>;

  constructor(name: string, details: unknown, act: (model: Model, real: Real) => Promise<unknown>) {
    this.name = name;
    this.details = details;
    this.act = act;
  }

  check(model: Readonly<Model>) {
    return this.name === 'place' || model.orders.length > 0;
  }

  async run(model: Model, real: Real) {
    await this.act(model, real);
    real.steps += 1;
    const broken = isLong || real.steps % 4 === 0 ? await findBrokenBooks(real.desk.db.admin) : [];
    if (broken.length > 0) throw new Error(broken.join('\n'));
    const { rows } = await real.desk.db.admin.query('select status from app.orders order by id');
    model.orders = rows;
  }

  toString() {
    return `${this.name}(${JSON.stringify(this.details)})`;
  }
}

/** One of the latest orders: few enough that each lives through many steps. */
const which = fc.nat({ max: 3 });
const pick = <T>(list: readonly T[], n: number): T => list[list.length - 1 - (n % list.length)] as T;
const share = fc.integer({ min: 1, max: 100 });
const poisha = (amount: number) => Math.round(amount * 100) / 100;

const place = fc
  .tuple(
    fc.array(fc.record({ sku: fc.constantFrom(...skus), quantity: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom(null, 'TENTH'),
    fc.constantFrom(0, 60),
  )
  .map(
    ([items, coupon_code, shipping_charge]) =>
      new Act('place', items, async (model, real) => {
        const wanted: Record<string, number> = {};
        for (const { sku, quantity } of items) wanted[sku] = (wanted[sku] ?? 0) + quantity;
        const fits = Object.entries(wanted).every(([sku, quantity]) => (model.free[sku] ?? 0) >= quantity);
        const { outcome, result } = await real.desk.call('create_order', {
          customer: { phone: '01711111111', full_name: 'A' },
          items,
          coupon_code,
          shipping_charge,
        });
        if (outcome.sqlstate !== (fits ? null : 'HT102'))
          throw new Error(`${outcome.sqlstate} although ${JSON.stringify(model.free)}`);
        if (!fits) return;
        real.orders.push(result);
        model.orders.push({ status: 'pending' });
      }),
  );

const move = fc.tuple(which, fc.constantFrom(...statuses)).map(
  ([n, status]) =>
    new Act('move', [n, status], async (model, real) => {
      const { id } = pick(real.orders, n);
      const { status: from } = pick(model.orders, n);
      const { rows } = await real.desk.db.admin.query(
        'select from app.order_transitions where from_status = $1 and to_status = $2 and only_by is null',
        [from, status],
      );
      const { outcome } = await real.desk.call('update_order_status', { id, status });
      if (outcome.sqlstate === null ? rows.length === 0 : outcome.sqlstate === 'HT103' && rows.length > 0)
        throw new Error(`${from} -> ${status}: ${outcome.sqlstate}`);
      if (!['HT101', 'HT102', 'HT103', null].includes(outcome.sqlstate))
        throw new Error(`${outcome.sqlstate} ${outcome.message}`);
    }),
);

/** Straight along the road, so that what lies behind a delivery is reached often enough. */
const send = fc.tuple(which, fc.constantFrom('reporting', 'silent', 'ownRider', null), fc.boolean()).map(
  ([n, courier, deliver]) =>
    new Act('send', [n, courier, deliver], async (_model, { desk, orders }) => {
      const { id } = pick(orders, n);
      await desk.call('update_order_status', { id, status: 'confirmed' });
      const courier_id = courier && desk.couriers[courier as 'silent'];
      const parcel = await attempt(desk.staff('book_parcel', { order_id: id, courier_id }));
      if (!parcel) return;
      await attempt(desk.staff('record_parcel_pickup', { parcel_id: parcel.id }));
      if (deliver)
        await attempt(
          desk.staff('record_parcel_delivered', { parcel_id: parcel.id, collected_amount: parcel.cod_amount }),
        );
    }),
);

const pay = fc.tuple(which, share).map(
  ([n, percent]) =>
    new Act('pay', [n, percent], async (_model, real) => {
      const { id } = pick(real.orders, n);
      const amount = poisha((Number((await real.desk.order(id)).due_amount) * percent) / 100) || 1;
      const payment_method_id = real.desk.shop.stores[0].paymentMethods.bkash;
      const transaction_id = `M${real.transactions++}`;
      const { outcome } = await real.desk.call('record_order_payment', {
        id,
        payment_method_id,
        amount,
        transaction_id,
      });
      if (!['HT008', 'HT101', null].includes(outcome.sqlstate))
        throw new Error(`${outcome.sqlstate} ${outcome.message}`);
    }),
);

/** Two of the latest orders become one, or stay two: what they hold together stays the same. */
const mergeTwo = fc.tuple(which, which).map(
  ([n, m]) =>
    new Act('merge', [n, m], async (_model, { desk, orders }) => {
      const [order_id, merged_order_id] = [pick(orders, n).id, pick(orders, m).id];
      const stock = async () => Promise.all(skus.map((sku) => desk.stock(sku)));
      const before = await stock();
      await attempt(desk.staff('merge_orders', { order_id, merged_order_id }));
      const after = await stock();
      if (after.join() !== before.join()) throw new Error(`${before} became ${after}`);
    }),
);

const refund = fc.tuple(which, share).map(
  ([n, percent]) =>
    new Act('refund', [n, percent], async (_model, { desk, orders }) => {
      const { id } = pick(orders, n);
      const amount = poisha((Number((await desk.order(id)).paid_amount) * percent) / 100) || 1;
      const payment_method_id = desk.shop.stores[0].paymentMethods.cod;
      await attempt(desk.staff('record_refund', { order_id: id, amount, payment_method_id }));
    }),
);

const voidPayment = which.map(
  (n) =>
    new Act('void', n, async (_model, { desk, orders }) => {
      const { data } = await desk.ask('list_order_payments', { id: pick(orders, n).id });
      if (data.length > 0)
        await attempt(desk.staff('void_payment', { payment_id: pick<Row>(data, n).id, reason: 'x' }));
    }),
);

const withParcel = fc
  .tuple(
    which,
    fc.constantFrom(
      ...['cancel_parcel', 'record_delivery_failure', 'record_parcel_delivered', 'request_parcel_return'],
      ...['receive_parcel', 'receive_parcel', 'record_parcel_payout'],
    ),
  )
  .map(
    ([n, name]) =>
      new Act(name, n, async (_model, { desk, orders }) => {
        const parcel = await desk.parcel(pick(orders, n).id);
        if (parcel) await attempt(desk.staff(name, { parcel_id: parcel.id }));
      }),
  );

/** Some units of each line: as many as `part` says, or none. */
const linesOf = (order: Row, part: number): Row[] =>
  order.items
    .map((item: Row, i: number) => ({
      order_item_id: item.id,
      quantity: Math.floor((item.quantity * ((part + i * 37) % 101)) / 100),
    }))
    .filter(({ quantity }: Row) => quantity > 0);

const arrived = (lines: Row[], damaged: boolean) =>
  lines.map((line, i) => ({ ...line, condition: damaged && i === 0 ? 'damaged' : 'sellable' }));

const keepPart = fc.tuple(which, share, share).map(
  ([n, part, percent]) =>
    new Act('keep part', [n, part, percent], async (_model, { desk, orders }) => {
      const order = pick(orders, n);
      const parcel = await desk.parcel(order.id);
      const collected_amount = parcel && poisha((Number(parcel.cod_amount) * percent) / 100);
      if (parcel)
        await attempt(
          desk.staff('record_partial_delivery', {
            parcel_id: parcel.id,
            kept: linesOf(order, part),
            collected_amount,
          }),
        );
    }),
);

const receivePart = fc.tuple(which, share, fc.boolean()).map(
  ([n, part, damaged]) =>
    new Act('receive part', [n, part, damaged], async (_model, { desk, orders }) => {
      const order = pick(orders, n);
      const parcel = await desk.parcel(order.id);
      if (parcel)
        await attempt(
          desk.staff('receive_parcel', { parcel_id: parcel.id, lines: arrived(linesOf(order, part), damaged) }),
        );
    }),
);

const comeBack = fc.tuple(which, share, fc.boolean()).map(
  ([n, part, damaged]) =>
    new Act('come back', [n, part, damaged], async (_model, { desk, orders }) => {
      const order = pick(orders, n);
      const lines = linesOf(order, part);
      const asked = await attempt(desk.staff('create_return', { order_id: order.id, lines }));
      if (asked) await attempt(desk.staff('receive_return', { return_id: asked.id, lines: arrived(lines, damaged) }));
    }),
);

const adjust = fc.tuple(fc.constantFrom(...skus), fc.integer({ min: -3, max: 5 })).map(
  ([sku, quantity_change]) =>
    new Act('adjust', [sku, quantity_change], async (_model, { desk }) => {
      const { outcome } = await desk.call('create_inventory_adjustment', {
        location_id: desk.shop.locationId,
        sku,
        quantity_change: quantity_change || 1,
        reason: 'count',
      });
      if (!['HT008', null].includes(outcome.sqlstate)) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
    }),
);

/** The free stock, as every key can read it: the model's word for whether the next order fits. */
class Look extends Act {
  constructor(inner: Act) {
    super(inner.name, inner.details, async (model, real) => {
      for (const sku of skus) {
        const [onHand, reserved] = (await real.desk.stock(sku)).split('/').map(Number);
        model.free[sku] = (onHand ?? 0) - (reserved ?? 0);
      }
      await inner.act(model, real);
    });
  }
}

test('no sequence of steps breaks stock, money or history', async (t) => {
  t.timeout(180_000);
  const steps = [
    place,
    place,
    move,
    move,
    send,
    send,
    pay,
    mergeTwo,
    refund,
    voidPayment,
    withParcel,
    withParcel,
    keepPart,
    receivePart,
    comeBack,
    adjust,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        steps.map((step) => (step === place ? step.map((act) => new Look(act)) : step)),
        { maxCommands: 120, size: 'max' },
      ),
      async (commands) => {
        // A database a run: what one run breaks must not fail the next.
        const db = await freshDatabase('reads whole tables');
        try {
          const shop = await createShop(db.admin);
          for (const sku of skus) await stockVariant(db.admin, shop, { sku, quantity: stocked, price: 99.99 });
          const desk = await openDesk(db, shop);
          await desk.staff('create_coupon', {
            store_id: shop.stores[0].id,
            code: 'TENTH',
            type: 'percent',
            value: 10,
            usage_limit: 1000,
          });
          await fc.asyncModelRun(
            () => ({ model: { orders: [], free: {} }, real: { desk, orders: [], transactions: 0, steps: 0 } }),
            commands,
          );
          await refuseBroken(db.admin);
        } finally {
          await db.drop();
        }
      },
    ),
    { numRuns: runs(8), includeErrorInReport: true },
  );
  t.pass();
});
