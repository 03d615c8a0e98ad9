// Random lives of a stock room: purchases received in parts and taken back, counts, transfers, adjustments, orders. After
// every step, levels and average costs are what a few lines of TypeScript work out from the same facts; the audit judges
// the rest.
import test from 'ava';
import type { TestDatabase } from '../../helpers/database.ts';
import { findBrokenSoFar } from '../../helpers/invariants.ts';
import { runs } from '../../helpers/long.ts';
import { type Desk, openDesk, refusalOf } from '../../helpers/orders.ts';
import fc from '../../helpers/properties.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, stockVariant } from '../../helpers/shop.ts';
import { openStockRoom, type StockRoom } from '../../helpers/stock.ts';

let db: TestDatabase;
let desk: Desk;
let room: StockRoom;
let lives = 0;
test.before(async () => {
  db = await borrowDatabase('sound');
  desk = await openDesk(db, await createShop(db.admin));
  room = openStockRoom(db, desk.shop);
});
test.after.always(() => db?.drop());

const kinds = [
  'expect',
  'receive',
  'receive',
  'correct',
  'adjust',
  'transfer',
  'save',
  'book',
  'order',
  'end',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(99),
  other: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 12 }),
  /** In poisha. */
  cost: fc.integer({ min: 0, max: 99_999 }),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Of a document: units by variant, and their cost in poisha. */
type Part = { id: string; left: Map<number, number>; cost: Map<number, number> };

const taka = (poisha: number) => (poisha / 100).toFixed(2);
/** Rounds to a whole number as Postgres does; neither is negative. */
const divide = (a: bigint, b: bigint) => (2n * a + b) / (2n * b);

/** A variant: units at both locations, units that orders hold at the first, the average in 1/10000. */
class Goods {
  readonly sku: string;
  readonly id: string;
  onHand: [number, number] = [0, 0];
  reserved = 0;
  average = 0n;

  constructor(sku: string, id: string) {
    this.sku = sku;
    this.id = id;
  }

  available(place: number) {
    return this.onHand[place]! - (place === 0 ? this.reserved : 0);
  }

  /** Buys, or gives back, at the first location. */
  buy(quantity: number, poisha: number) {
    const all = BigInt(this.onHand[0] + this.onHand[1]);
    const value = all * this.average + BigInt(quantity) * BigInt(poisha) * 100n;
    const left = all + BigInt(quantity);
    if (quantity > 0 || (left > 0n && value >= 0n)) this.average = divide(value, left);
    this.onHand[0] += quantity;
  }
}

class Life {
  readonly goods: Goods[];
  purchases: Part[] = [];
  receipts: (Part & { purchase: Part })[] = [];
  orders: { id: string; goods: Goods; quantity: number }[] = [];
  count: { id: string; differences: Map<Goods, number> } | null = null;

  constructor(goods: Goods[]) {
    this.goods = goods;
  }

  async do({ kind, which, other, quantity, cost, flag }: Step) {
    const goods = this.goods[other]!;
    if (kind === 'expect') await this.expect(goods, this.goods[(other + 1) % 3]!, quantity, cost);
    else if (kind === 'receive') await this.receive(which, other, quantity, flag ? cost : null);
    else if (kind === 'correct') await this.correct(which, quantity, flag);
    else if (kind === 'adjust') await this.adjust(goods, flag ? quantity : -quantity);
    else if (kind === 'transfer') await this.transfer(goods, quantity, flag ? 0 : 1);
    else if (kind === 'save') await this.save(goods, quantity);
    else if (kind === 'book') await this.book();
    else if (kind === 'order') await this.order(goods, quantity);
    else await this.end(which, flag);
  }

  async expect(one: Goods, two: Goods, quantity: number, cost: number) {
    const lines = [
      { sku: one.sku, quantity, unit_cost: taka(cost) },
      { variant_id: two.id, quantity: quantity + 1, unit_cost: taka(99_999 - cost) },
    ];
    const { id } = await room.staff('create_purchase', { location_id: desk.shop.locationId, lines });
    const [a, b] = [this.goods.indexOf(one), this.goods.indexOf(two)];
    this.purchases.push({
      id,
      left: new Map([
        [a, quantity],
        [b, quantity + 1],
      ]),
      cost: new Map([
        [a, cost],
        [b, 99_999 - cost],
      ]),
    });
  }

  async receive(which: number, other: number, quantity: number, cost: number | null) {
    const purchase = this.purchases[which % Math.max(1, this.purchases.length)];
    const left = purchase?.left.get(other);
    if (!purchase || left === undefined) return;
    const { sku } = this.goods[other]!;
    const line = { sku, quantity, ...(cost !== null && { unit_cost: taka(cost) }) };
    const coming = room.staff('receive_purchase', { purchase_id: purchase.id, lines: [line] });
    if (quantity > left) {
      await refusalOf(coming);
      return;
    }
    const { id } = await coming;
    const paid = cost ?? purchase.cost.get(other)!;
    this.receipts.push({ id, purchase, left: new Map([[other, quantity]]), cost: new Map([[other, paid]]) });
    purchase.left.set(other, left - quantity);
    this.goods[other]!.buy(quantity, paid);
  }

  async correct(which: number, quantity: number, all: boolean) {
    const receipt = this.receipts[which % Math.max(1, this.receipts.length)];
    if (!receipt) return;
    const [line, left] = [...receipt.left][0]!;
    const goods = this.goods[line]!;
    const units = all ? left : quantity;
    const lines = all ? null : [{ variant_id: goods.id, quantity }];
    const going = room.staff('correct_goods_receipt', { receipt_id: receipt.id, reason: 'Back', lines });
    if (units === 0 || units > left || units > goods.available(0)) {
      await refusalOf(going);
      return;
    }
    await going;
    goods.buy(-units, receipt.cost.get(line)!);
    receipt.left.set(line, left - units);
    receipt.purchase.left.set(line, receipt.purchase.left.get(line)! + units);
  }

  async adjust(goods: Goods, change: number) {
    const input = { location_id: desk.shop.locationId, sku: goods.sku, reason: 'Model', quantity_change: change };
    const changing = room.staff('adjust_stock', { ...input, expected_on_hand: goods.onHand[0] });
    if (goods.available(0) + change < 0) {
      await refusalOf(changing);
      return;
    }
    await changing;
    goods.onHand[0] += change;
  }

  async transfer(goods: Goods, quantity: number, from: 0 | 1) {
    const places = [desk.shop.locationId, desk.shop.secondLocationId];
    const lines = [{ sku: goods.sku, quantity }];
    const locations = { from_location_id: places[from], to_location_id: places[1 - from] };
    const moving = room.staff('transfer_stock', { ...locations, lines });
    if (quantity > goods.available(from)) {
      await refusalOf(moving);
      return;
    }
    await moving;
    goods.onHand[from] -= quantity;
    goods.onHand[1 - from]! += quantity;
  }

  async save(goods: Goods, counted: number) {
    if (!this.count) {
      const { id } = await room.staff('start_stock_count', { location_id: desk.shop.locationId, reason: 'Model' });
      this.count = { id, differences: new Map() };
    }
    const lines = [{ sku: goods.sku, counted }];
    await room.staff('save_stock_count_lines', { count_id: this.count.id, lines });
    this.count.differences.set(goods, counted - goods.onHand[0]);
  }

  async book() {
    const { count } = this;
    if (!count) return;
    const booking = room.staff('book_stock_count', { count_id: count.id });
    if ([...count.differences].some(([goods, difference]) => difference !== 0 && goods.available(0) + difference < 0)) {
      await refusalOf(booking);
      await room.staff('cancel_stock_count', { count_id: count.id });
    } else {
      await booking;
      for (const [goods, difference] of count.differences) goods.onHand[0] += difference;
    }
    this.count = null;
  }

  async order(goods: Goods, quantity: number) {
    if (quantity > goods.available(0)) return;
    const { id } = await desk.place([{ sku: goods.sku, quantity }]);
    this.orders.push({ id, goods, quantity });
    goods.reserved += quantity;
  }

  /** Delivers an order, or cancels it. */
  async end(which: number, delivered: boolean) {
    const [order] = this.orders.splice(which % Math.max(1, this.orders.length), 1);
    if (!order) return;
    if (delivered) await desk.move(order.id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
    else await desk.ask('cancel_order', { id: order.id });
    order.goods.reserved -= order.quantity;
    if (delivered) order.goods.onHand[0] -= order.quantity;
  }

  async compare(after: Step) {
    for (const goods of this.goods) {
      const { rows } = await db.admin.query(
        `select c.average_cost as average,
           coalesce((select l.on_hand from app.inventory_levels l where l.variant_id = $1 and l.location_id = $2), 0) as here,
           coalesce((select l.on_hand from app.inventory_levels l where l.variant_id = $1 and l.location_id = $3), 0) as there,
           (select coalesce(sum(l.reserved), 0)::int from app.inventory_levels l where l.variant_id = $1) as reserved
         from app.variant_costs c where c.variant_id = $1`,
        [goods.id, desk.shop.locationId, desk.shop.secondLocationId],
      );
      const average = BigInt(rows[0].average.replace('.', ''));
      const found = [rows[0].here, rows[0].there, rows[0].reserved, average].join(' ');
      const expected = [...goods.onHand, goods.reserved, goods.average].join(' ');
      if (found !== expected) throw new Error(`${goods.sku} after ${JSON.stringify(after)}: ${found}, not ${expected}`);
    }
  }
}

test('stock and its value follow from the documents, whatever was written in whatever order', async (t) => {
  t.timeout(180_000);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      lives += 1;
      const goods: Goods[] = [];
      for (const name of ['A', 'B', 'C']) {
        const sku = `${name}${lives}`;
        goods.push(new Goods(sku, (await stockVariant(db.admin, desk.shop, { sku, quantity: 0 })).variantId));
      }
      const life = new Life(goods);
      for (const one of steps) {
        await life.do(one);
        await life.compare(one);
      }
      const broken = await findBrokenSoFar(db.admin);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }),
    { numRuns: runs(60, 8), includeErrorInReport: true },
  );
  t.true(lives > 5);
  t.deepEqual(await room.audit(), []);
});
