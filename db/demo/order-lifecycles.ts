/** How an order of the demo comes to its status: the ways there, how long each stage takes, and what people write. */
import type { Random } from './random.ts';

export type OrderStatus =
  | 'pending'
  | 'follow_up'
  | 'confirmed'
  | 'processing'
  | 'ready_to_ship'
  | 'in_transit'
  | 'delivered'
  | 'returned'
  | 'failed_delivery'
  | 'cancelled'
  | 'hold'
  | 'spam';

/**
 * What makes an order worth a closer look.
 * `partial`: the customer kept a part at the door. `return`: a part came back later. `whole_return`: all of it did.
 */
export type Turn = 'plain' | 'partial' | 'return' | 'whole_return';

/** How many orders end where, in all 210, and how many days ago such orders were placed. */
export const targets: readonly {
  status: OrderStatus;
  turn: Turn;
  orders: number;
  daysAgo: [least: number, most: number];
}[] = [
  { status: 'pending', turn: 'plain', orders: 18, daysAgo: [0, 3] },
  { status: 'follow_up', turn: 'plain', orders: 10, daysAgo: [0, 5] },
  { status: 'confirmed', turn: 'plain', orders: 12, daysAgo: [0, 3] },
  { status: 'processing', turn: 'plain', orders: 10, daysAgo: [0, 4] },
  { status: 'ready_to_ship', turn: 'plain', orders: 8, daysAgo: [1, 4] },
  { status: 'in_transit', turn: 'plain', orders: 13, daysAgo: [2, 6] },
  { status: 'delivered', turn: 'plain', orders: 97, daysAgo: [3, 59] },
  { status: 'delivered', turn: 'partial', orders: 4, daysAgo: [12, 50] },
  { status: 'delivered', turn: 'return', orders: 4, daysAgo: [18, 55] },
  { status: 'returned', turn: 'plain', orders: 7, daysAgo: [10, 50] },
  { status: 'returned', turn: 'whole_return', orders: 1, daysAgo: [25, 45] },
  { status: 'failed_delivery', turn: 'plain', orders: 4, daysAgo: [4, 8] },
  { status: 'cancelled', turn: 'plain', orders: 12, daysAgo: [1, 58] },
  { status: 'hold', turn: 'plain', orders: 5, daysAgo: [1, 8] },
  { status: 'spam', turn: 'plain', orders: 5, daysAgo: [1, 50] },
];

type Route = readonly [statuses: readonly OrderStatus[], weight: number];

const toCourier: readonly Route[] = [
  [['pending', 'confirmed', 'processing', 'ready_to_ship', 'in_transit'], 60],
  [['pending', 'confirmed', 'ready_to_ship', 'in_transit'], 15],
  [['pending', 'processing', 'ready_to_ship', 'in_transit'], 12],
  [['pending', 'follow_up', 'confirmed', 'processing', 'ready_to_ship', 'in_transit'], 9],
  [['pending', 'hold', 'confirmed', 'processing', 'ready_to_ship', 'in_transit'], 4],
];

function then(...ending: OrderStatus[]): Route[] {
  return toCourier.map(([statuses, weight]) => [[...statuses, ...ending], weight]);
}

function rarely(routes: readonly Route[], share: number): Route[] {
  return routes.map(([statuses, weight]) => [statuses, weight * share]);
}

/** Every move in them stands in the service's own table of transitions. */
const routes: Record<OrderStatus, readonly Route[]> = {
  pending: [
    [['pending'], 90],
    [['pending', 'follow_up', 'pending'], 10],
  ],
  follow_up: [
    [['pending', 'follow_up'], 80],
    [['pending', 'confirmed', 'follow_up'], 20],
  ],
  confirmed: [
    [['pending', 'confirmed'], 75],
    [['pending', 'follow_up', 'confirmed'], 25],
  ],
  processing: [
    [['pending', 'confirmed', 'processing'], 80],
    [['pending', 'processing'], 20],
  ],
  ready_to_ship: [
    [['pending', 'confirmed', 'processing', 'ready_to_ship'], 75],
    [['pending', 'confirmed', 'ready_to_ship'], 25],
  ],
  in_transit: toCourier,
  delivered: [...then('delivered'), ...rarely(then('failed_delivery', 'in_transit', 'delivered'), 0.07)],
  failed_delivery: then('failed_delivery'),
  returned: [...then('failed_delivery', 'returned'), ...rarely(then('returned'), 0.5)],
  cancelled: [
    [['pending', 'cancelled'], 45],
    [['pending', 'follow_up', 'cancelled'], 25],
    [['pending', 'confirmed', 'cancelled'], 20],
    [['pending', 'confirmed', 'processing', 'cancelled'], 10],
  ],
  hold: [
    [['pending', 'hold'], 50],
    [['pending', 'confirmed', 'hold'], 50],
  ],
  spam: [
    [['pending', 'spam'], 70],
    [['pending', 'follow_up', 'spam'], 30],
  ],
};

export function chooseRoute(random: Random, target: OrderStatus, turn: Turn): readonly OrderStatus[] {
  // A return after delivery starts from a delivered order; the return itself is what makes it `returned`.
  return random.weighted(routes[turn === 'whole_return' ? 'delivered' : target]);
}

/** Hours an order waits before it comes to this status. */
const waits: Record<OrderStatus, [least: number, most: number]> = {
  pending: [2, 12],
  follow_up: [0.3, 8],
  confirmed: [0.2, 10],
  processing: [0.5, 8],
  ready_to_ship: [1, 12],
  in_transit: [2, 20],
  delivered: [14, 60],
  failed_delivery: [18, 48],
  returned: [30, 110],
  cancelled: [0.5, 30],
  hold: [0.5, 10],
  spam: [0.2, 12],
};

export function waitMinutes(random: Random, status: OrderStatus): number {
  const [least, most] = waits[status];
  return random.int(least * 60, most * 60);
}

/** What the person who made a move wrote about it; most write nothing. */
export const moveNotes: Partial<Record<OrderStatus, readonly (string | null)[]>> = {
  follow_up: ['No answer, will call again', 'ফোন বন্ধ ছিল', 'Asked to call back after office'],
  confirmed: ['Confirmed by phone', 'কাস্টমার কনফার্ম করেছেন', null, null],
  failed_delivery: ['Customer not at the address', 'Phone switched off', 'ঠিকানা খুঁজে পাওয়া যায়নি'],
  returned: ['Customer refused the parcel', 'Three attempts, brought back', 'কাস্টমার পার্সেল নেননি'],
  cancelled: [
    'Customer changed their mind',
    'Ordered twice by mistake',
    'ডেলিভারি চার্জ বেশি মনে হয়েছে',
    'Size not available',
  ],
  hold: ['Waiting for an advance payment', 'Customer is travelling until next week', 'স্টক মিলিয়ে দেখা হচ্ছে'],
  spam: ['Wrong number', 'Same number placed five orders in an hour'],
};

export const orderNotes: readonly string[] = [
  'Please call before delivery.',
  'দুপুর ২টার পরে ডেলিভারি দিবেন।',
  'Gift wrap, and no price tag inside please.',
  'অফিসের গেটে দারোয়ানের কাছে দিলেই হবে।',
  'Leave it with the neighbour in 4B.',
  'শুক্রবার বাসায় থাকব, শুক্রবার দিলে ভালো হয়।',
  'Need it before the 5th, it is a birthday present.',
  'রং ছবির মতো না হলে ফেরত দিব।',
  'Second order this month, please pack both together.',
  'Call the second number if the first one is busy: 01700000999.',
  'সাইজ নিয়ে নিশ্চিত না, L না হলে XL দিবেন।',
];

export const followUpNotes: readonly string[] = [
  'Call after 6 pm.',
  'Will decide on the colour after talking to her sister.',
  'বেতন পেলে অর্ডার কনফার্ম করবেন।',
  'Wants to know whether XL is back.',
  'Asked for delivery next week.',
];

export const returnReasons: readonly string[] = ['Wrong size', 'রং পছন্দ হয়নি', 'A seam was open', 'Changed their mind'];
