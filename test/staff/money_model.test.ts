// Random lives of an order: coupon, deposit, a delivery in part or whole, payouts, returns in parts, refunds, voids. After
// every step the order's money is what a few lines of TypeScript work out from the same facts; the audit judges the rest.
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { findBrokenSoFar } from '../helpers/invariants.ts';
import { runs } from '../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../helpers/orders.ts';
import fc from '../helpers/properties.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let transactions = 0;
/** What each unit cost, in poisha. */
const unitCost = 5000;
/** Prices in poisha; each is a SKU of that name. */
const prices = [9999, 185_000, 33_333];

test.before(async () => {
  db = await borrowDatabase('sound');
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
type Payment = { id: string; amount: number; charged: number; byCourier: boolean; refundsBefore: number };

/** What happened to an order, and what follows from it. */
class Books {
  payments: Payment[] = [];
  refunds = 0;
  refundedBefore = 0;
  refundedAfter = 0;
  delivered = false;
  collected: number | null = null;
  writtenOff = 0;
  /** What the courier is to collect. */
  cod = 0;
  readonly total: number;
  readonly lines: Line[];

  constructor(total: number, lines: Line[]) {
    this.total = total;
    this.lines = lines;
  }

  /** What a customer paid to the store itself. */
  get direct() {
    return this.payments.reduce((sum, { amount, byCourier }) => sum + (byCourier ? 0 : amount), 0);
  }
  get paidOut() {
    return this.payments.reduce((sum, { amount, byCourier }) => sum + (byCourier ? amount : 0), 0);
  }
  get charged() {
    return this.payments.reduce((sum, { charged }) => sum + charged, 0);
  }
  /** What of the collected cash is over and done with. */
  private get cleared() {
    return this.paidOut + this.charged + this.writtenOff;
  }
  /** The cash at the door: as stated, else what there was to collect, unless the customer paid the store instead. */
  private get cash() {
    if (!this.delivered) return 0;
    return this.collected ?? Math.max(this.cleared, Math.min(this.cod, this.total - this.direct + this.refundedBefore));
  }
  get held() {
    return Math.max(0, this.cash - this.cleared);
  }
  get heldAsStated() {
    return this.collected === null ? 0 : this.held;
  }
  get received() {
    return this.direct + Math.min(this.cleared, this.cash);
  }
  get refunded() {
    return this.refundedBefore + this.refundedAfter;
  }
  get refundable() {
    return Math.max(0, this.received + this.heldAsStated - this.refunded);
  }
  /** What was received back of what the customer refused or gave back, each line rounded for itself. */
  get returned() {
    if (!this.delivered) return 0;
    return this.lines.reduce((sum, { total, quantity, returned, received }) => {
      return sum + Math.floor((2 * total * (returned + received) + quantity) / (2 * quantity));
    }, 0);
  }
  private get net() {
    return this.received - this.refunded;
  }
  get paid() {
    return Math.max(0, this.net);
  }
  get cost() {
    return this.total - this.returned;
  }
  /** What of the refunds after the delivery goes beyond what the customer had put in too much. */
  get goodwill() {
    return Math.max(0, this.refundedAfter - Math.max(0, this.net + this.refundedAfter + this.held - this.cost));
  }
  get cameBack() {
    return this.delivered && this.lines.every(({ quantity, returned, received }) => returned + received === quantity);
  }
  /** What the customer owes for in all. */
  private get claim() {
    const claim = this.cost - this.goodwill;
    return this.cameBack ? Math.min(claim, this.net + this.held) : claim;
  }
  get waived() {
    return this.cost - this.claim;
  }
  /** What the order earned: its goods and their delivery, less what came back or was given away, cost and charges. */
  get profit() {
    const shipping = this.delivered ? this.total - this.lines.reduce((sum, { total }) => sum + total, 0) : 0;
    const worth = (units: (line: Line) => number) =>
      this.lines.reduce((sum, line) => {
        const { total, quantity } = line;
        return sum + total - Math.floor((2 * total * (quantity - units(line)) + quantity) / (2 * quantity));
      }, 0);
    const delivered = worth(({ kept }) => kept);
    const kept = worth(({ kept, returned }) => kept - returned);
    const waived = this.delivered ? Math.min(this.waived, kept + shipping) : 0;
    const cost = this.lines.reduce((sum, line) => sum + (line.kept - line.returned) * unitCost, 0);
    return {
      sales: delivered + shipping,
      refunds: delivered - kept + waived,
      cost,
      profit: kept + shipping - waived - cost - this.charged,
    };
  }
  get due() {
    return this.cameBack ? 0 : Math.max(0, this.claim - this.net);
  }
  get toRefund() {
    return Math.max(0, this.net + this.held - this.claim);
  }
  get paymentStatus() {
    if (this.refunded > 0 && this.received + this.held > 0 && this.net + this.held <= 0) return 'refunded';
    if (this.net <= 0 && this.total > 0) return 'unpaid';
    return this.net < this.cost - this.goodwill ? 'partially_paid' : 'paid';
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
    'restate',
    'charge',
    'write off',
    'undo',
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
  private hadReturns = false;

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
    const { outcome, result } = await desk.call('record_order_payment', {
      id: this.orderId,
      payment_method_id,
      amount: Number(taka(amount)),
      transaction_id,
    });
    const isOut = this.parcelId !== '' && !this.books.delivered && this.books.cod > 0;
    if (!isOut && amount <= this.books.due - this.books.heldAsStated) {
      if (outcome.sqlstate) throw new Error(`${outcome.sqlstate} ${outcome.message}`);
      this.books.payments.push({
        id: result.id,
        amount,
        charged: 0,
        byCourier: false,
        refundsBefore: this.books.refunds,
      });
    } else if (outcome.sqlstate !== 'HT101') throw new Error(`${outcome.sqlstate} although the courier holds it`);
  }

  async refund(amount: number) {
    const payment_method_id = desk.shop.stores[0].paymentMethods.cod;
    await desk.staff('record_refund', { order_id: this.orderId, amount: taka(amount), payment_method_id });
    this.books.refunds += 1;
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
    const told = {
      kept: kept.flatMap((quantity, i) => (quantity > 0 ? [{ order_item_id: books.lines[i]!.id, quantity }] : [])),
    };
    const partial = desk.staff('record_partial_delivery', {
      ...told,
      parcel_id: this.parcelId,
      collected_amount: collected === null ? null : taka(collected),
    });
    const keptUnits = kept.reduce((sum, quantity) => sum + quantity, 0);
    const isGuessed = collected === null && books.collected === null && books.paidOut === 0;
    const isTold = this.told || books.writtenOff > 0 || books.lines.some(({ returned }) => returned > 0);
    if (isTold || keptUnits === 0 || keptUnits === units || (collected === null && !isGuessed)) {
      await refusalOf(partial);
      return false;
    }
    const dueBefore = books.due;
    const { collected_amount } = await partial;
    this.told = true;
    books.delivered = true;
    for (const [i, line] of books.lines.entries()) line.kept = kept[i]!;
    // Without a statement: the price of the kept goods and the shipping, less what was paid before.
    const refused = books.lines.reduce(
      (sum, { total, quantity, kept }) => sum + Math.floor((2 * total * (quantity - kept) + quantity) / (2 * quantity)),
      0,
    );
    books.collected = collected ?? Math.min(books.cod, Math.max(0, dueBefore - refused));
    if (poisha(collected_amount) !== books.collected)
      throw new Error(`collected ${collected_amount}, not ${taka(books.collected)}`);
    return true;
  }

  async payOut(amount: number | null, charged = 0) {
    const { books } = this;
    const payout = desk.staff('record_parcel_payout', {
      parcel_id: this.parcelId,
      amount: amount === null ? null : taka(amount),
      charged_amount: taka(charged),
    });
    if (books.held <= charged || (amount ?? 1) + charged > books.held) {
      await refusalOf(payout);
      return;
    }
    const payment = await payout;
    books.payments.push({
      ...{ id: payment.id, amount: amount ?? books.held - charged, charged, byCourier: true },
      refundsBefore: books.refunds,
    });
  }

  async restate(collected: number | null) {
    const { books } = this;
    const restating = desk.staff('restate_collected', {
      parcel_id: this.parcelId,
      reason: 'Read wrongly',
      collected_amount: collected === null ? null : taka(collected),
    });
    const isPart = books.lines.some(({ quantity, kept }) => kept < quantity);
    const isBack = books.cameBack;
    if (!books.delivered || books.paidOut > 0 || books.writtenOff > 0 || (collected === null && (isPart || isBack)))
      await refusalOf(restating);
    else {
      await restating;
      books.collected = collected;
    }
  }

  async writeOff(amount: number) {
    const { books } = this;
    const most = books.held + books.writtenOff;
    const giving = desk.staff('write_off_parcel_cash', {
      parcel_id: this.parcelId,
      reason: 'Lost',
      amount: taka(amount),
    });
    if (most === 0 || amount > most) await refusalOf(giving);
    else {
      await giving;
      books.writtenOff = amount;
    }
  }

  /** The delivery was a mistake: taken back while nothing followed, and told again. */
  async undo() {
    const { books } = this;
    const isFollowed =
      this.hadReturns ||
      books.paidOut > 0 ||
      books.writtenOff > 0 ||
      books.refundedAfter > 0 ||
      books.lines.some(({ received }) => received > 0);
    const undoing = desk.staff('undo_parcel_step', { parcel_id: this.parcelId, reason: 'Wrong order' });
    if (isFollowed) await refusalOf(undoing);
    else {
      await undoing;
      books.delivered = false;
      books.collected = null;
      this.told = false;
      for (const line of books.lines) line.kept = 0;
    }
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
    this.hadReturns = true;
    for (const { line, quantity } of asked) line.returned += quantity;
  }

  /** The courier brings back some of what was refused, or all. */
  async receive(share: number) {
    if (!this.books.delivered) return;
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
    const before = books.received + books.heldAsStated;
    books.payments.splice(index, 1);
    const after = books.received + books.heldAsStated;
    // What came after the last refund is not what was given back.
    if (after < before && after < books.refunded && payment.refundsBefore < books.refunds) {
      await refusalOf(voiding);
      books.payments.splice(index, 0, payment);
    } else await voiding;
  }

  async do({ kind, share, all }: Step) {
    const { books } = this;
    const part = (amount: number) => Math.max(1, Math.floor((amount * share) / 100));
    if (kind === 'payout') await this.payOut(all ? null : part(books.held));
    else if (kind === 'too large a payout') await this.payOut(books.held + share);
    else if (kind === 'return') await this.giveBack(all ? 100 : share);
    else if (kind === 'refund' && books.refundable > 0)
      await this.refund(all ? books.refundable : part(books.refundable));
    else if (kind === 'pay' && books.due > 0) await this.pay(all ? books.due : part(books.due));
    else if (kind === 'void') await this.void(share);
    else if (kind === 'receive') await this.receive(all ? 100 : share);
    else if (kind === 'part') await this.deliverPart(share, all ? null : Math.min(books.cod, part(books.cod)));
    else if (kind === 'state' && books.collected === null && !books.cameBack)
      await this.deliver(Math.min(books.cod, part(books.cod)));
    else if (kind === 'restate') await this.restate(all ? null : Math.min(books.cod, part(books.cod)));
    else if (kind === 'charge') await this.payOut(all ? null : part(books.held), Math.floor(books.held / 10));
    else if (kind === 'write off') await this.writeOff(all ? 0 : part(books.held + books.writtenOff));
    else if (kind === 'undo' && books.delivered && !books.cameBack) await this.undo();
  }

  /** Compares the order, the reports and the views with the books. */
  async compare(after: string) {
    const { rows } = await db.admin.query(
      `select o.paid_amount as paid, o.due_amount as due, o.returned_amount as returned, o.waived_amount as waived,
         o.to_refund_amount as "toRefund", o.held_by_courier_amount as held, o.payment_status as "paymentStatus",
         coalesce((select c.held_amount from ledger.courier_cash c where c.order_id = o.id), 0) as "heldOfParcel",
         coalesce((select c.due_amount from ledger.cod_outstanding c where c.order_id = o.id), 0) as outstanding,
         (select p.payout_at is not null from app.parcels p where p.order_id = o.id) as "isPaidOut",
         e.sales_amount as sales, e.refunded_amount as refunds, e.cost_amount as cost, e.profit_amount as profit
       from app.orders o join ledger.order_profit e on e.order_id = o.id where o.id = $1`,
      [this.orderId],
    );
    const { books } = this;
    const amounts = (({ paid, due, returned, waived, toRefund, held }) => ({
      ...{ paid, due, returned, waived, toRefund, held, heldOfParcel: held, ...books.profit },
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
      const broken = await findBrokenSoFar(db.admin);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }),
    { numRuns: runs(150, 16), includeErrorInReport: true },
  );
  t.deepEqual(await findBrokenSoFar(db.admin), []);
  const columns = ['units', 'sales_amount', 'refunded_amount', 'cost_amount', 'charged_amount', 'damaged_amount'];
  const sums = [...columns, 'profit_amount'].map((column) => `sum(${column})::text as ${column}`).join(', ');
  const store = [desk.shop.stores[0].id];
  const all = await db.admin.query(`select ${sums} from ledger.order_profit where store_id = $1`, store);
  for (const by of [null, 'product', 'courier', 'district', 'channel', 'agent']) {
    const groups = `internal.profit_by(array[$1::uuid], '-infinity', 'infinity', $2)`;
    const { rows } = await db.admin.query(`select ${sums} from ${groups}`, [...store, by]);
    t.deepEqual(rows, all.rows, `the groups by ${by} add up to the orders`);
  }
});
