// Plans 210 orders of Haat Demo over the last 60 days, from the shares and words of orders.json. The same orders come
// out on every machine and every day; their timestamps move with `now`, and what would come after `now` has not happened
// yet. A plan says what happens to an order, not how it is written down.
import type { LocationCode, StoreSlug } from './catalog.ts';
import { customers, type DemoAddress } from './customers.ts';
import { type Article, articlesOf, type Choice, chooseLines, createStockBook, sellingPrice } from './order-lines.ts';
import data from './orders.json' with { type: 'json' };
import { createRandom, type Random } from './random.ts';

export type OrderStatus = keyof typeof data.routes;

/**
 * What makes an order worth a closer look.
 * `partial`: the customer kept a part at the door. `return`: a part came back later. `whole_return`: all of it did.
 */
type Turn = 'plain' | 'partial' | 'return' | 'whole_return';
type Outcome = { status: OrderStatus; turn: Turn; orders: number; days_ago: Span };
type Span = [least: number, most: number];
type CouponCode = 'TEN' | 'FLAT100' | 'SHIPFREE';
type CourierName = 'Padma Express' | 'Doel Delivery';

/** `line` counts from 0. */
type LineShare = { line: number; quantity: number };

type OrderTransition = {
  to: OrderStatus;
  at: Date;
  note: string | null;
  /** `parcel`: what became of the parcel made the move. */
  cause: 'staff' | 'parcel';
};

export type PlannedPayment = {
  method: 'Cash on delivery' | 'bKash' | 'Bank transfer';
  amount: number;
  transactionId: string | null;
  at: Date;
};

type PlannedParcel = {
  /** Null: the store's own rider, recorded by hand. */
  courier: CourierName | null;
  trackingCode: string | null;
  bookedAt: Date;
  /** Only a courier that reports pickups has this, and only once it came by. */
  pickedUpAt: Date | null;
  codAmount: number;
  /** When what the customer did not take was back on the shelf. */
  receivedAt: Date | null;
};

type PlannedReturn = {
  lines: (LineShare & { condition: 'sellable' | 'damaged' })[];
  reason: string;
  createdAt: Date;
  receivedAt: Date | null;
};

export type OrderPlan = {
  store: StoreSlug;
  /** The index in `customers`. */
  customer: number;
  channel: string;
  location: LocationCode;
  placedAt: Date;
  lines: { sku: string; quantity: number }[];
  shippingAddress: DemoAddress;
  shippingCharge: number;
  coupon: CouponCode | null;
  /** What the service must arrive at: subtotal − discount + shipping. */
  total: number;
  note: string | null;
  upfront: PlannedPayment | null;
  target: OrderStatus;
  turn: Turn;
  /** From `pending` to the target, in order; empty for an order that was not touched. */
  transitions: OrderTransition[];
  followUpAt: Date | null;
  followUpNote: string | null;
  /** The store's agent looks after it. */
  isAssigned: boolean;
  parcel: PlannedParcel | null;
  /** What the customer kept at the door, when it was not everything. */
  kept: LineShare[] | null;
  /** The money of a delivered order, once it has reached the store. */
  collection: PlannedPayment | null;
  customerReturn: PlannedReturn | null;
  refund: PlannedPayment | null;
};

const seed = 20_261_121;
const minute = 60_000;
const day = 1440 * minute;
/** Asia/Dhaka has no summer time. */
const dhakaOffset = 360 * minute;
/** Nothing of the demo happens in the last few minutes before it is loaded. */
const quietMinutes = 5;

const storeSlugs = ['haat-bazar', 'haat-kitchen'] as const;

/** The statuses an order passes; a route that begins with `shipped` stands for every way to the courier. */
function chooseRoute(random: Random, target: OrderStatus, turn: Turn): OrderStatus[] {
  const routes = (status: OrderStatus): (readonly [string, number])[] =>
    Object.entries(data.routes[status]).flatMap(([route, weight]) =>
      route.startsWith('shipped ')
        ? routes('in_transit').map(([way, share]) => [route.replace('shipped', way), share * weight] as const)
        : [[route, weight] as const],
    );
  // A return after delivery starts from a delivered order; the return itself is what makes it `returned`.
  return random.weighted(routes(turn === 'whole_return' ? 'delivered' : target)).split(' ') as OrderStatus[];
}

function chooseCustomer(random: Random, store: StoreSlug, target: OrderStatus): number {
  const status = target === 'spam' ? 'blocked' : 'active';
  const fitting = [...customers.keys()].filter(
    (i) => customers[i]?.store === store && customers[i]?.columns.status === status,
  );
  // Some come back again and again; the front of the list is theirs.
  return random.weighted(fitting.map((i, rank) => [i, 1 / (rank + 4)] as const));
}

function chooseAddress(random: Random, customer: number): DemoAddress {
  const addresses = customers[customer]?.addresses ?? [];
  const first = addresses[0];
  if (!first) throw new Error(`Customer ${customer} has no address.`);
  return random.chance(0.8) ? first : random.pick(addresses);
}

/** The local day and hour; what would still lie ahead today is taken to have happened the day before. */
function placedAt(random: Random, now: Date, [least, most]: Span): Date {
  const daysAgo = random.int(least, most);
  const hour = random.weighted(data.hours_of_day as [number, number][]);
  const midnight = Math.floor((now.getTime() + dhakaOffset) / day) * day - dhakaOffset;
  const at = midnight - daysAgo * day + (hour * 60 + random.int(0, 59)) * minute + random.int(0, 59_999);
  return new Date(at > now.getTime() - 30 * minute ? at - day : at);
}

/** When there is not enough time between the order and `now` for the usual waits, all of them shrink alike. */
function timeTransitions(random: Random, placed: Date, now: Date, statuses: readonly OrderStatus[]): OrderTransition[] {
  const waits = statuses.slice(1).map((status) => {
    const [least, most] = data.wait_hours[status] as Span;
    return random.int(least * 60, most * 60) * minute;
  });
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  const room = (now.getTime() - placed.getTime() - quietMinutes * minute) * 0.9;
  const pace = Math.min(1, room / Math.max(total, 1));
  let at = placed.getTime();
  return waits.map((wait, i) => {
    at += Math.max(1, Math.floor(wait * pace));
    const to = statuses[i + 1]!;
    const notes = (data.move_notes as Partial<Record<OrderStatus, (string | null)[]>>)[to];
    const cause = ['in_transit', 'failed_delivery', 'delivered', 'returned'].includes(to) ? 'parcel' : 'staff';
    return { to, at: new Date(at), note: notes ? random.pick(notes) : null, cause };
  });
}

/** So many days after, or null when that is still to come. */
function daysAfter(random: Random, at: Date, now: Date, [least, most]: Span): Date | null {
  const later = new Date(at.getTime() + random.int(least * 1440, most * 1440) * minute);
  return later.getTime() < now.getTime() - quietMinutes * minute ? later : null;
}

function transactionId(random: Random): string {
  return Array.from({ length: 10 }, () => random.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'])).join('');
}

function chooseCoupon(random: Random, subtotal: number, shipping: number, turn: Turn): CouponCode | null {
  // Orders that come back in part stay without a coupon: what their lines are worth is then plain to see.
  if (turn !== 'plain') return null;
  const code = random.weighted<CouponCode | null>([
    ['TEN', 8],
    ['FLAT100', 6],
    ['SHIPFREE', 5],
    [null, 81],
  ]);
  if (code === 'FLAT100' && subtotal < 600) return null;
  return code === 'SHIPFREE' && shipping === 0 ? null : code;
}

/** Prices are whole taka, so ten per cent of them never has a third decimal. */
function totalOf(subtotal: number, shipping: number, coupon: CouponCode | null): number {
  const poisha = Math.round(subtotal * 100);
  const discount = coupon === 'TEN' ? Math.round(poisha / 10) : coupon === 'FLAT100' ? Math.min(10_000, poisha) : 0;
  return (poisha - discount + (coupon === 'SHIPFREE' ? 0 : Math.round(shipping * 100))) / 100;
}

function chooseUpfront(random: Random, plan: OrderPlan): PlannedPayment | null {
  const share = plan.channel === 'storefront' ? 0.3 : 0.12;
  if (plan.turn !== 'plain' || plan.target === 'spam' || !random.chance(share)) return null;
  if (plan.total > 4000 && random.chance(0.4)) {
    return { method: 'Bank transfer', amount: plan.total, transactionId: null, at: plan.placedAt };
  }
  const advance = Math.min(plan.total, random.pick([100, 200, 500]));
  const amount = random.chance(0.6) ? plan.total : advance;
  return { method: 'bKash', amount, transactionId: transactionId(random), at: plan.placedAt };
}

function planParcel(random: Random, plan: OrderPlan, now: Date): PlannedParcel | null {
  const ready = plan.transitions.findLast((transition) => transition.to === 'ready_to_ship');
  const shipped = plan.transitions.find((transition) => transition.to === 'in_transit');
  if (!ready || (!shipped && random.chance(0.25))) return null;

  // Before pickup only a parcel of a courier that reports pickups can exist.
  const courier = shipped
    ? random.weighted<CourierName | null>([
        ['Padma Express', 55],
        ['Doel Delivery', 33],
        [null, 12],
      ])
    : 'Padma Express';
  const reports = courier === 'Padma Express';
  const until = shipped?.at ?? now;
  const midway = new Date(Math.floor((ready.at.getTime() + until.getTime()) / 2));
  const last = plan.transitions.at(-1);
  const cameBack = last?.to === 'returned' || plan.turn === 'partial';
  return {
    courier,
    trackingCode: courier && `${courier.slice(0, 2).toUpperCase()}${random.int(10_000_000, 99_999_999)}`,
    bookedAt: reports || !shipped ? midway : shipped.at,
    pickedUpAt: reports && shipped ? shipped.at : null,
    codAmount: Math.max(0, Math.round((plan.total - (plan.upfront?.amount ?? 0)) * 100) / 100),
    receivedAt: last && cameBack && random.chance(0.7) ? daysAfter(random, last.at, now, [1, 4]) : null,
  };
}

/** Everything that follows a delivery: what was kept, what was paid, what came back. */
function planAftermath(random: Random, plan: OrderPlan, choices: Choice[], delivered: Date, now: Date): void {
  let due = plan.parcel?.codAmount ?? 0;
  if (plan.turn === 'partial') {
    // The customer keeps the first line and sends the others back with the rider.
    plan.kept = choices.map((choice, line) => ({ line, quantity: line === 0 ? choice.quantity : 0 }));
    const first = choices[0] as Choice;
    due = sellingPrice(first.variant) * first.quantity + plan.shippingCharge;
  }
  const settles = plan.turn !== 'plain' || random.chance(0.93);
  const collectedAt = daysAfter(random, delivered, now, plan.parcel?.courier ? [2, 5] : [0, 1]);
  if (due > 0 && settles && collectedAt) {
    plan.collection = { method: 'Cash on delivery', amount: due, transactionId: null, at: collectedAt };
  }
  if (plan.turn !== 'return' && plan.turn !== 'whole_return') return;

  const createdAt = daysAfter(random, collectedAt ?? delivered, now, [1, 3]);
  if (!createdAt) return;
  const back = plan.turn === 'whole_return' ? choices : choices.slice(0, 1);
  const lines = back.map((choice, line) => ({
    line,
    quantity: plan.turn === 'whole_return' ? choice.quantity : 1,
    condition: random.chance(0.75) ? ('sellable' as const) : ('damaged' as const),
  }));
  const receivedAt = daysAfter(random, createdAt, now, [1, 3]);
  plan.customerReturn = { lines, reason: random.pick(data.return_reasons), createdAt, receivedAt };
  const refundedAt = receivedAt && daysAfter(random, receivedAt, now, [1, 2]);
  if (!refundedAt || !plan.collection || (plan.turn === 'return' && random.chance(0.25))) return;
  const amount = lines.reduce(
    (sum, { line, quantity }) => sum + quantity * sellingPrice((choices[line] as Choice).variant),
    0,
  );
  plan.refund = { method: 'bKash', amount, transactionId: transactionId(random), at: refundedAt };
}

function planOrder(
  random: Random,
  now: Date,
  { status, turn, days_ago }: Outcome,
  shelves: ReadonlyMap<StoreSlug, Article[]>,
  stock: ReturnType<typeof createStockBook>,
): OrderPlan {
  const store = random.weighted([
    [storeSlugs[0], 62],
    [storeSlugs[1], 38],
  ]);
  const customer = chooseCustomer(random, store, status);
  const shippingAddress = chooseAddress(random, customer);
  const isSouthEast = ['Chattogram', "Cox's Bazar", 'Cumilla'].includes(shippingAddress.columns.city);
  const location = isSouthEast && random.chance(0.6) ? 'CTG' : 'DHK';
  const choices = chooseLines(random, shelves.get(store) ?? [], location, turn === 'partial' ? 2 : 1, stock);
  const subtotal = choices.reduce((sum, { variant, quantity }) => sum + sellingPrice(variant) * quantity, 0);
  const shippingCharge = data.shipping_charges[shippingAddress.zone as keyof typeof data.shipping_charges];
  const coupon = chooseCoupon(random, subtotal, shippingCharge, turn);
  const placed = placedAt(random, now, days_ago);

  const plan: OrderPlan = {
    store,
    customer,
    channel: random.weighted([
      ['facebook', 38],
      ['storefront', 30],
      ['manual', 18],
      ['whatsapp', 14],
    ]),
    location,
    placedAt: placed,
    lines: choices.map(({ variant, quantity }) => ({ sku: variant.columns.sku, quantity })),
    shippingAddress,
    shippingCharge,
    coupon,
    total: totalOf(subtotal, shippingCharge, coupon),
    note: random.chance(0.35) ? random.pick(data.order_notes) : null,
    upfront: null,
    target: status,
    turn,
    transitions: timeTransitions(random, placed, now, chooseRoute(random, status, turn)),
    followUpAt: null,
    followUpNote: null,
    isAssigned: random.chance(0.4),
    parcel: null,
    kept: null,
    collection: null,
    customerReturn: null,
    refund: null,
  };
  plan.upfront = chooseUpfront(random, plan);
  plan.parcel = planParcel(random, plan, now);

  const last = plan.transitions.at(-1);
  const call = plan.transitions.find((transition) => transition.to === 'follow_up');
  if (call) {
    // An order that moved on keeps its old call-back time; one that still waits has it between yesterday and next week.
    const base = status === 'follow_up' ? now : call.at;
    const hours = status === 'follow_up' ? random.int(-30, 120) : random.int(1, 24);
    plan.followUpAt = new Date(Math.floor((base.getTime() + hours * 60 * minute) / (15 * minute)) * 15 * minute);
    plan.followUpNote = random.pick(data.follow_up_notes);
  }
  if (last?.to === 'delivered') planAftermath(random, plan, choices, last.at, now);
  if (last?.to === 'cancelled' && plan.upfront) {
    const at = daysAfter(random, last.at, now, [0, 2]);
    const { method, amount } = plan.upfront;
    plan.refund = at && { method, amount, transactionId: method === 'bKash' ? transactionId(random) : null, at };
  }
  return plan;
}

/** Oldest first, so that order numbers rise with time when the plans are loaded one after the other. */
export function planOrders(now: Date): OrderPlan[] {
  const random = createRandom(seed);
  const shelves = new Map(storeSlugs.map((store) => [store, articlesOf(random, store)] as const));
  const stock = createStockBook();
  // Each order draws from a generator of its own: one whose end still lies ahead must not change the others.
  return random
    .shuffle((data.outcomes as Outcome[]).flatMap((outcome) => Array.from({ length: outcome.orders }, () => outcome)))
    .map((outcome, i) => planOrder(createRandom(seed + 1 + i), now, outcome, shelves, stock))
    .sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
}
