// Random histories of sales, kept twice: as rows in the database, and as plain objects to recount.

import type { TestDatabase } from '../database.ts';
import fc from '../properties.ts';
import type { TestShop } from '../shop.ts';
import { type SoldLine, Till } from './sales.ts';

// Half-hour and midnight changes, no changes, quarter-hour offsets, the far sides of the date line.
const zones = [
  'Asia/Dhaka',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

const nearChanges = [
  '2026-03-08T07:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-04-23T22:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-06-30T18:00:00Z',
];
const moment = fc.oneof(
  fc
    .tuple(fc.constantFrom(...nearChanges), fc.integer({ min: -26 * 60, max: 26 * 60 }))
    .map(([near, minutes]) => new Date(Date.parse(near) + minutes * 60_000)),
  fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true }),
);

const line = fc
  .record({
    variant: fc.nat(3),
    quantity: fc.integer({ min: 1, max: 7 }),
    cents: fc.integer({ min: 0, max: 99_999 }),
    discounted: fc.nat(100),
    kept: fc.nat(7),
  })
  .map((drawn) => ({
    ...drawn,
    discountCents: Math.floor((drawn.quantity * drawn.cents * drawn.discounted) / 300),
    delivered: Math.min(drawn.kept, drawn.quantity),
  }));

export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      at: moment,
      shippingCents: fc.nat(20_000),
      channel: fc.constantFrom('manual', 'storefront'),
      how: fc.constantFrom('at once', 'lines first', 'order first'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('return' as const), order: fc.nat(), line: fc.nat(), units: fc.nat(7) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      order: fc.nat(),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      at: fc.option(moment, { freq: 4 }),
      kind: fc.constantFrom('payment' as const, 'refund' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), payment: fc.nat(), at: moment }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), payment: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), order: fc.nat(), at: moment }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fold' as const), batch: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), zone: fc.constantFrom(...zones) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Line = {
  id: string;
  variant: number;
  quantity: number;
  totalCents: number;
  grossCents: number;
  delivered: number;
  returned: number;
};
type Order = { id: string; at: Date; channel: string; shippingCents: number; lines: Line[] };
type Payment = { id: string; at: Date | null; cents: number; voided: boolean };

export const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
/** Half away from zero, in whole numbers. */
const divide = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator));
const keptCents = ({ totalCents, quantity, delivered, returned }: Line) =>
  totalCents - divide(totalCents * (quantity - delivered + returned), quantity);
const total = <T>(items: T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0);

export class SalesHistory {
  zone = 'Asia/Dhaka';
  readonly orders: Order[] = [];
  readonly payments: Payment[] = [];
  readonly shop: TestShop;
  readonly goods: { productId: string; variantId: string }[];
  readonly #db: TestDatabase;
  readonly #till: Till;

  constructor(db: TestDatabase, shop: TestShop, goods: { productId: string; variantId: string }[]) {
    this.#db = db;
    this.shop = shop;
    this.goods = goods;
    this.#till = new Till(db.admin, shop);
  }

  async run(s: Step): Promise<void> {
    switch (s.do) {
      case 'deliver':
        return this.#deliver(s);
      case 'return': {
        const order = pick(this.orders, s.order);
        const line = pick(order?.lines ?? [], s.line);
        if (!line) return;
        line.returned = Math.min(line.delivered, line.returned + s.units);
        await this.#db.admin.query('update app.order_items set returned_quantity = $2 where id = $1', [
          line.id,
          line.returned,
        ]);
        return;
      }
      case 'pay': {
        const order = pick(this.orders, s.order);
        if (!order) return;
        const id = await this.#till.pay(order.id, s.cents / 100, s.at, s.kind);
        this.payments.push({ id, at: s.at, cents: s.kind === 'payment' ? s.cents : -s.cents, voided: false });
        return;
      }
      case 'settle': {
        const payment = pick(this.payments, s.payment);
        if (!payment || payment.at) return;
        payment.at = s.at;
        await this.#db.admin.query(`update app.payments set status = 'settled', settled_at = $2 where id = $1`, [
          payment.id,
          s.at,
        ]);
        return;
      }
      case 'void': {
        const payment = pick(this.payments, s.payment);
        if (!payment?.at) return;
        payment.voided = true;
        await this.#db.admin.query(`update app.payments set status = 'voided', voided_at = settled_at where id = $1`, [
          payment.id,
        ]);
        return;
      }
      case 'correct': {
        const order = pick(this.orders, s.order);
        if (!order) return;
        order.at = s.at;
        await this.#db.admin.query('update app.orders set delivered_at = $2 where id = $1', [order.id, s.at]);
        return;
      }
      case 'fold':
        await this.#db.as('haat_worker').query('select internal.fold_sales_changes($1)', [s.batch]);
        return;
      case 'move':
        this.zone = s.zone;
        await this.#db.admin.query('update app.stores set timezone = $1 where id = $2', [
          s.zone,
          this.shop.stores[0].id,
        ]);
    }
  }

  async #deliver(s: Extract<Step, { do: 'deliver' }>): Promise<void> {
    const lines = s.lines.map(
      (l): SoldLine => ({
        ...this.goods[l.variant]!,
        quantity: l.quantity,
        unitPrice: l.cents / 100,
        discountAmount: l.discountCents / 100,
        deliveredQuantity: s.how === 'at once' ? l.delivered : 0,
      }),
    );
    const deliveredAt = s.how === 'at once' ? s.at : null;
    const { id, lineIds } = await this.#till.sell({
      lines,
      deliveredAt,
      channel: s.channel,
      shippingCharge: s.shippingCents / 100,
    });
    const writeOrder = () =>
      this.#db.admin.query(`update app.orders set status = 'delivered', delivered_at = $2 where id = $1`, [id, s.at]);
    const writeLines = () =>
      Promise.all(
        s.lines.map((l, i) =>
          this.#db.admin.query('update app.order_items set delivered_quantity = $2 where id = $1', [
            lineIds[i],
            l.delivered,
          ]),
        ),
      );
    if (s.how === 'lines first') {
      await writeLines();
      await writeOrder();
    } else if (s.how === 'order first') {
      await writeOrder();
      await writeLines();
    }
    this.orders.push({
      id,
      at: s.at,
      channel: s.channel,
      shippingCents: s.shippingCents,
      lines: s.lines.map((l, i) => ({
        id: lineIds[i]!,
        variant: l.variant,
        quantity: l.quantity,
        grossCents: l.quantity * l.cents,
        totalCents: l.quantity * l.cents - l.discountCents,
        delivered: l.delivered,
        returned: 0,
      })),
    });
  }

  #within(from: string, to: string) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: this.zone, dateStyle: 'short' });
    return (at: Date) => from <= format.format(at) && format.format(at) <= to;
  }

  figures(from: string, to: string, channel?: string) {
    const within = this.#within(from, to);
    const orders = this.orders.filter((order) => within(order.at) && (!channel || order.channel === channel));
    const lines = orders.flatMap((order) => order.lines);
    const net = total(lines, keptCents);
    const received = total(
      this.payments.filter((payment) => payment.at && !payment.voided && within(payment.at)),
      ({ cents }) => cents,
    );
    return {
      from,
      to,
      orders: orders.length,
      gross_sales: money(total(lines, (l) => l.grossCents)),
      net_sales: money(net),
      net_revenue: money(net + total(orders, (order) => order.shippingCents)),
      average_order_value: money(orders.length ? divide(net, orders.length) : 0),
      money_received: channel ? null : money(received),
    };
  }

  ranking(from: string, to: string, limit: number) {
    const within = this.#within(from, to);
    const lines = this.orders.filter((order) => within(order.at)).flatMap((order) => order.lines);
    return this.goods
      .map(({ variantId }, variant) => {
        const own = lines.filter((l) => l.variant === variant);
        const units_sold = total(own, (l) => l.delivered);
        const units_returned = total(own, (l) => l.returned);
        return { variant_id: variantId, units_sold, units_returned, cents: total(own, keptCents) };
      })
      .filter(({ units_sold }) => units_sold > 0)
      .sort(
        (a, b) =>
          b.cents - a.cents ||
          b.units_sold - b.units_returned - (a.units_sold - a.units_returned) ||
          (a.variant_id < b.variant_id ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ cents, ...row }) => ({ ...row, revenue: money(cents) }));
  }
}

const pick = <T>(items: T[], n: number): T | undefined => items[n % Math.max(items.length, 1)];
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
