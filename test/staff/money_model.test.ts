// Random lives of an order: coupon, deposit, a delivery in part or whole, payouts, returns in parts, refunds, voids. After
// every step the order's money is what a few lines of TypeScript work out from the same facts; the audit judges the rest.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { findBrokenBooks } from '../helpers/invariants.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let transactions = 0;
/** Prices in poisha; each is a SKU of that name. */
const prices = [9999, 185_000, 33_333];

test.before(async () => {
  db = await freshDatabase();
  desk = await openDesk(db, await createShop(db.admin));
  const store_id = desk.shop.stores[0].id;
  await desk.staff('create_coupon', { store_id, code: 'TENTH', type: 'percent', value: 10 });
  await desk.staff('create_coupon', { store_id, code: 'OFF50', type: 'fixed', value: 50 });
  for (const price of prices)
    await stockVariant(db.admin, desk.shop, { sku: `P${price}`, quantity: 9000, price: price / 100 });
});
test.after.always(() => db?.drop());

// Money is counted in poisha, as whole numbers.
const poisha = (text: string | null) => Math.round(Number(text) * 100);
const taka = (amount: number) => (amount / 100).toFixed(2);

type Line = { id: string; total: number; quantity: number; kept: number; returned: number; received: number };
type Payment = { id: string; amount: number; byCourier: boolean };

/** What happened to an order, and what follows from it. */
class Books {
  payments: Payment[] = [];
  refundedBefore = 0;
  refundedAfter = 0;
  delivered = false;
  collected: number | null = null;
  /** What the courier is to collect. */
  cod = 0;
  readonly total: number;
  readonly lines: Line[];

  constructor(total: number, lines: Line[]) {
    this.total = total;
    this.lines = lines;
  }

  get received() {
    return this.payments.reduce((sum, { amount }) => sum + amount, 0);
  }
  get paidOut() {
    return this.payments.reduce((sum, { amount, byCourier }) => sum + (byCourier ? amount : 0), 0);
  }
  get refunded() {
    return this.refundedBefore + this.refundedAfter;
  }
  /** What the customer does not have, refused or given back, each line rounded for itself. */
  get returned() {
    if (!this.delivered) return 0;
    return this.lines.reduce((sum, { total, quantity, kept, returned }) => {
      const back = quantity - kept + returned;
      return sum + Math.floor((2 * total * back + quantity) / (2 * quantity));
    }, 0);
  }
  get uncollected() {
    const missing = this.collected === null ? 0 : Math.max(0, this.paidOut - this.collected);
    return Math.min(missing, this.received - this.refunded);
  }
  get paid() {
    return this.received - this.refunded - this.uncollected;
  }
  get cost() {
    return this.total - this.returned;
  }
  /** What the customer has put in; a refund of before the delivery was taken out again. */
  private get put() {
    return this.received - this.uncollected - this.refundedBefore;
  }
  get waived() {
    return Math.max(0, this.refundedAfter - Math.max(0, this.put - this.cost));
  }
  get cameBack() {
    return this.delivered && this.lines.every(({ quantity, returned, received }) => returned + received === quantity);
  }
  get due() {
    return this.cameBack ? 0 : Math.max(0, this.cost - this.put);
  }
  get held() {
    if (!this.delivered) return 0;
    const collected = this.collected ?? Math.min(this.cod, this.total - this.paid + this.paidOut);
    return Math.max(0, collected - this.paidOut);
  }
  get paymentStatus() {
    if (this.paid === 0 && this.refunded > 0) return 'refunded';
    if (this.paid === 0 && this.total > 0) return 'unpaid';
    return this.paid < this.cost - this.waived ? 'partially_paid' : 'paid';
  }
}

type Step = { kind: string; share: number; all: boolean };
const step = fc.record({
  kind: fc.constantFrom(
    'payout',
    'payout',
    'too large a payout',
    'return',
    'refund',
    'pay',
    'void',
    'receive',
    'part',
    'state',
  ),
  share: fc.integer({ min: 1, max: 99 }),
  all: fc.boolean(),
});
const life = fc.record({
  lines: fc.array(fc.record({ price: fc.constantFrom(...prices), quantity: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  coupon: fc.constantFrom(null, 'TENTH', 'OFF50'),
  shipping: fc.constantFrom(0, 60, 120.5),
  deposit: fc.constantFrom(0, 0, 7, 40, 100),
  refundBefore: fc.constantFrom(0, 0, 30),
  delivery: fc.constantFrom('part', 'part', 'part, stated', 'whole', 'whole, stated'),
  kept: fc.integer({ min: 0, max: 99 }),
  collected: fc.integer({ min: 0, max: 100 }),
  steps: fc.array(step, { maxLength: 7 }),
});
type Plan = typeof life extends fc.Arbitrary<infer T> ? T : never;

class Life {
  books!: Books;
  orderId = '';
  parcelId = '';
  private told = false;

  async begin({ lines, coupon, shipping, deposit, refundBefore }: Plan) {
    const order = await desk.place(
      lines.map(({ price, quantity }) => ({ sku: `P${price}`, quantity })),
      { coupon_code: coupon, shipping_charge: shipping },
    );
    this.orderId = order.id;
    const total = poisha(order.total_amount);
    this.books = new Books(
      total,
      order.items.map((item: { id: string; line_total: string; quantity: number }) => ({
        ...{ id: item.id, total: poisha(item.line_total), quantity: item.quantity, kept: 0, returned: 0, received: 0 },
      })),
    );
    if (deposit) await this.pay(Math.max(1, Math.floor((total * deposit) / 100)));
    if (refundBefore && this.books.paid > 1) await this.refund(Math.ceil((this.books.paid * refundBefore) / 100));
    await desk.move(order.id, 'confirmed');
    const parcel = await desk.staff('book_parcel', { order_id: order.id, courier_id: desk.couriers.silent });
    this.parcelId = parcel.id;
    this.books.cod = this.books.due;
  }

  async pay(amount: number) {
    const payment_method_id = desk.shop.stores[0].paymentMethods.bkash;
    const transaction_id = `L${++transactions}`;
    const payment = await desk.ask('record_order_payment', {
      id: this.orderId,
      payment_method_id,
      amount: Number(taka(amount)),
      transaction_id,
    });
    this.books.payments.push({ id: payment.id, amount, byCourier: false });
  }

  async refund(amount: number) {
    const payment_method_id = desk.shop.stores[0].paymentMethods.cod;
    await desk.staff('record_refund', { order_id: this.orderId, amount: taka(amount), payment_method_id });
    if (this.books.delivered) this.books.refundedAfter += amount;
    else this.books.refundedBefore += amount;
  }

  /** Delivers all of it, or says later what was collected of it; null: the courier does not say. */
  async deliver(collected: number | null) {
    await desk.staff('record_parcel_delivered', {
      parcel_id: this.parcelId,
      collected_amount: collected === null ? null : taka(collected),
    });
    this.books.collected = collected;
    this.books.delivered = true;
    for (const line of this.books.lines) line.kept = line.quantity;
  }

  /** The customer keeps a share of each line; a share that is none or all of it is refused. */
  async deliverPart(share: number, collected: number | null) {
    const { books } = this;
    const kept = books.lines.map(({ quantity }) => Math.round((quantity * share) / 100));
    const units = books.lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const told = { kept: kept.map((quantity, i) => ({ order_item_id: books.lines[i]!.id, quantity })) };
    const partial = desk.staff('record_partial_delivery', {
      ...told,
      parcel_id: this.parcelId,
      collected_amount: collected === null ? null : taka(collected),
    });
    const keptUnits = kept.reduce((sum, quantity) => sum + quantity, 0);
    const isGuessed = collected === null && books.collected === null && books.paidOut === 0;
    const isTold = this.told || books.lines.some(({ returned }) => returned > 0);
    if (isTold || keptUnits === 0 || keptUnits === units || (collected === null && !isGuessed)) {
      await refusalOf(partial);
      return false;
    }
    const { collected_amount } = await partial;
    this.told = true;
    books.delivered = true;
    for (const [i, line] of books.lines.entries()) line.kept = kept[i]!;
    // Nobody says: what the kept goods and the shipping cost, less what was paid before.
    books.collected = collected ?? Math.min(books.cod, books.due);
    if (poisha(collected_amount) !== books.collected)
      throw new Error(`collected ${collected_amount}, not ${taka(books.collected)}`);
    return true;
  }

  async payOut(amount: number | null) {
    const { books } = this;
    const payout = desk.staff('record_parcel_payout', {
      parcel_id: this.parcelId,
      amount: amount === null ? null : taka(amount),
    });
    if (books.held === 0 || (amount ?? 1) > books.held) {
      await refusalOf(payout);
      return;
    }
    const payment = await payout;
    books.payments.push({ id: payment.id, amount: amount ?? books.held, byCourier: true });
  }

  /** Some of what the customer kept comes back. */
  async giveBack(share: number) {
    const asked = this.books.lines
      .map((line) => ({ line, quantity: Math.round(((line.kept - line.returned) * share) / 100) }))
      .filter(({ quantity }) => quantity > 0);
    if (asked.length === 0) return;
    const lines = asked.map(({ line, quantity }) => ({ order_item_id: line.id, quantity }));
    const { id } = await desk.staff('create_return', { order_id: this.orderId, lines });
    await desk.staff('receive_return', { return_id: id });
    for (const { line, quantity } of asked) line.returned += quantity;
  }

  /** The courier brings back some of what was refused, or all. */
  async receive(share: number) {
    const lines = this.books.lines
      .map((line) => ({ line, quantity: Math.ceil(((line.quantity - line.kept - line.received) * share) / 100) }))
      .filter(({ quantity }) => quantity > 0);
    if (lines.length === 0) return;
    await desk.staff('receive_parcel', {
      parcel_id: this.parcelId,
      lines: lines.map(({ line, quantity }) => ({ order_item_id: line.id, quantity })),
    });
    for (const { line, quantity } of lines) line.received += quantity;
  }

  async void(share: number) {
    const { books } = this;
    const index = share % Math.max(1, books.payments.length);
    const payment = books.payments[index];
    if (!payment) return;
    const voiding = desk.staff('void_payment', { payment_id: payment.id, reason: 'Typing error' });
    if (books.received - payment.amount < books.refunded) await refusalOf(voiding);
    else {
      await voiding;
      books.payments.splice(index, 1);
    }
  }

  async do({ kind, share, all }: Step) {
    const { books } = this;
    const part = (amount: number) => Math.max(1, Math.floor((amount * share) / 100));
    if (kind === 'payout') await this.payOut(all ? null : part(books.held));
    else if (kind === 'too large a payout') await this.payOut(books.held + share);
    else if (kind === 'return') await this.giveBack(all ? 100 : share);
    else if (kind === 'refund' && books.paid > 0) await this.refund(all ? books.paid : part(books.paid));
    else if (kind === 'pay' && books.due > 0) await this.pay(all ? books.due : part(books.due));
    else if (kind === 'void') await this.void(share);
    else if (kind === 'receive') await this.receive(all ? 100 : share);
    else if (kind === 'part') await this.deliverPart(share, all ? null : Math.min(books.cod, part(books.cod)));
    else if (kind === 'state' && books.collected === null) await this.deliver(Math.min(books.cod, part(books.cod)));
  }

  /** Compares the order, the reports and the views with the books. */
  async compare(after: string) {
    const { rows } = await db.admin.query(
      `select o.paid_amount as paid, o.due_amount as due, o.returned_amount as returned, o.waived_amount as waived,
         o.uncollected_amount as uncollected, o.payment_status as "paymentStatus",
         coalesce((select c.held_amount from ledger.courier_cash c where c.order_id = o.id), 0) as held,
         coalesce((select c.due_amount from ledger.cod_outstanding c where c.order_id = o.id), 0) as outstanding,
         (select p.payout_at is not null from app.parcels p where p.order_id = o.id) as "isPaidOut"
       from app.orders o where o.id = $1`,
      [this.orderId],
    );
    const { books } = this;
    const amounts = (({ paid, due, returned, waived, uncollected, held }) => ({
      ...{ paid, due, returned, waived, uncollected, held },
    }))(books);
    const found = Object.fromEntries(Object.keys(amounts).map((name) => [name, poisha(rows[0][name])]));
    const { paymentStatus, outstanding, isPaidOut } = rows[0];
    const [actual, expected] = [
      { ...found, paymentStatus, outstanding: poisha(outstanding), isPaidOut },
      { ...amounts, paymentStatus: books.paymentStatus, outstanding: books.due, isPaidOut: books.paidOut > 0 },
    ].map((one) => JSON.stringify(one));
    if (actual !== expected) throw new Error(`after ${after}:\n  ${actual}\n  ${expected} by the books`);
  }
}

test('the money of an order follows from what happened, whatever happened', async (t) => {
  t.timeout(180_000);
  await fc.assert(
    fc.asyncProperty(life, async (plan) => {
      const one = new Life();
      await one.begin(plan);
      await one.compare('the booking');
      const collected = Math.floor((one.books.cod * plan.collected) / 100);
      const stated = plan.delivery.endsWith('stated') ? collected : null;
      // A part that is nothing or everything is no part: then it is delivered whole.
      if (!plan.delivery.startsWith('part') || !(await one.deliverPart(plan.kept, stated))) await one.deliver(stated);
      await one.compare('the delivery');
      for (const work of plan.steps) {
        await one.do(work);
        await one.compare(JSON.stringify(work));
      }
      const broken = await findBrokenBooks(db.admin);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }),
    { numRuns: 150, interruptAfterTimeLimit: 60_000, includeErrorInReport: true },
  );
  t.deepEqual((await db.admin.query('select * from ledger.audit()')).rows, []);
});
