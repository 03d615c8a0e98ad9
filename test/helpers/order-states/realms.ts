// What is searched. Cash and goods hardly touch each other, and all of the one with all of the other is too much: each is
// searched in full with a little of the other. A realm has its acts, and how many payments, parcels and returns an order may have.
import type { Limits } from './search.ts';
import type { Prices } from './world.ts';

export interface Realm {
  name: string;
  /** Acts that are left out. */
  without: RegExp;
  limits: Limits;
  prices: Prices;
}

const either = (...parts: RegExp[]) => new RegExp(parts.map(({ source }) => `(?:${source})`).join('|'));

const secondDoor = /^staff's/;
const cash = /^(pay|refund|void|restate|write off)|, (none|half|all|too much) stated$/;
const otherCouriers = /^book (reporting|own|by hand)/;
const otherStatuses = /^status (pending|follow_up|hold|processing|spam)/;
const rareGoods = /damaged|^receive one|^one line|^fail|^call back/;

/** 600 in all; one unit with the delivery is half of it. */
const even: Prices = { goods: [200, 200], delivery: 200 };
const uneven: Prices = { goods: [333.33, 185.15], delivery: 60 };

/** In the tests: every status, every courier, every kind of work on goods, each in its plainest form. */
export const small: Realm = {
  name: 'small',
  without: either(secondDoor, cash, /^receive one|damaged|^one line|^return one|^edit one/),
  limits: { payments: 0, refunds: 0, payouts: 0, parcels: 1, returns: 1 },
  prices: even,
};

/** The last one has everything, and may have more states than there is time for. */
export const realms: Realm[] = [
  {
    name: 'goods',
    without: either(secondDoor, cash),
    limits: { payments: 0, refunds: 0, payouts: 0, parcels: 1, returns: 1 },
    prices: even,
  },
  {
    name: 'sent again',
    without: either(secondDoor, cash, /^book (reporting|own)/, otherStatuses, /one unit|damaged|^one line|^edit one/),
    limits: { payments: 0, refunds: 0, payouts: 0, parcels: 2, returns: 1 },
    prices: even,
  },
  {
    name: 'cash',
    without: either(secondDoor, otherCouriers, otherStatuses, rareGoods, /return/),
    limits: { payments: 1, refunds: 1, payouts: 1, parcels: 1, returns: 0 },
    prices: even,
  },
  {
    name: 'cash and returns',
    without: either(secondDoor, otherCouriers, otherStatuses, rareGoods, /half|none|charge|^restate|^write off|one/),
    limits: { payments: 1, refunds: 1, payouts: 1, parcels: 1, returns: 1 },
    prices: even,
  },
  {
    name: 'all',
    without: /$^/,
    limits: { payments: 1, refunds: 1, payouts: 1, parcels: 1, returns: 1 },
    prices: uneven,
  },
];
