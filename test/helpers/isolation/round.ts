// One round: a few clients at once, over the goods and orders of one new shop. What each does next is drawn from the seed; what
// they meet is up to the servers.
import { orderStatusNames } from '../../../server/operations/order-statuses.ts';
import type { TestDatabase } from '../database.ts';
import { oneOf, type Random, randomFrom } from '../faults.ts';
import { findBroken } from '../invariants.ts';
import { createShop, stockVariant } from '../shop.ts';
import { signInAs } from '../staff.ts';
import { type Failure, findUnexplained } from './checker.ts';
import { type Counter, perform, resolveUntold } from './clients.ts';
import { type Call, initialState, type Operation, prices, rules, type State } from './model.ts';
import type { Servers } from './servers.ts';

const stocked = 12;
/** Clients work on the latest orders, so that they meet there. */
const latest = 4;

export interface Plan {
  clients: number;
  /** Of each client. */
  calls: number;
  kills: number;
}

export interface Found {
  history: Operation[];
  levels: State['levels'];
  unexplained: Failure<State, Operation> | null;
  broken: string[];
  serverErrors: string[];
  unanswered: number;
}

export async function playRound(db: TestDatabase, servers: Servers, seed: number, plan: Plan): Promise<Found> {
  const counter = await openCounter(db, servers);
  const random = randomFrom(seed);
  const total = plan.clients * plan.calls;
  const killAt = Array.from({ length: plan.kills }, () => Math.floor(total * (0.1 + 0.8 * random())));
  let made = 0;
  const clients = Array.from({ length: plan.clients }, async (_, client) => {
    const own = randomFrom(seed * 31 + client);
    for (let n = 0; n < plan.calls; n++) {
      if (killAt.includes(made++)) servers.kill();
      await perform(counter, client, nextCall(own, counter, `${client}-${n}`));
    }
  });
  await Promise.all(clients);
  await servers.settle();
  await resolveUntold(counter);
  // What is there at rest must fit too.
  for (const order of counter.ids.keys()) await perform(counter, 0, { kind: 'look at an order', order });
  await perform(counter, 0, { kind: 'look at the levels' });

  const { history, variants, serverErrors, unanswered } = counter;
  const levels = Object.fromEntries(Object.keys(variants).map((sku) => [sku, { onHand: stocked, reserved: 0 }]));
  const unexplained = findUnexplained(history, initialState(levels, history), rules);
  return { history, levels, unexplained, broken: await findBroken(db.admin), serverErrors, unanswered };
}

async function openCounter(db: TestDatabase, servers: Servers): Promise<Counter> {
  const shop = await createShop(db.admin);
  const variants: Record<string, string> = {};
  for (const [n, price] of prices.entries()) {
    const sku = `GOODS-${n + 1}`;
    variants[sku] = (await stockVariant(db.admin, shop, { sku, price, quantity: stocked })).variantId;
  }
  const token = await signInAs(db, shop.companyId, 'owner');
  return {
    ...{ db, shop, servers, token, variants },
    ...{ ids: new Map(), history: [], untold: [], serverErrors: [], unanswered: 0 },
  };
}

const share: [Call['kind'], number][] = [
  ['order', 26],
  ['cancellation', 10],
  ['transition', 22],
  ['payment', 13],
  ['refund', 9],
  ['adjustment', 8],
  ['count', 4],
  ['look at an order', 4],
  ['look at the levels', 4],
];
const kinds = share.flatMap(([kind, times]) => Array<Call['kind']>(times).fill(kind));

function nextCall(random: Random, { ids, variants }: Counter, name: string): Call {
  const skus = Object.keys(variants);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const kind = oneOf(random, kinds);
  const sku = oneOf(random, skus);
  if (kind === 'look at the levels') return { kind };
  if (kind === 'adjustment') return { kind, sku, change: random() < 0.6 ? upTo(4) : -upTo(4) };
  if (kind === 'count')
    return { kind, sku, counted: upTo(stocked), ...(random() < 0.5 && { expected: upTo(stocked) }) };
  const order = oneOf(random, [...ids.keys()].slice(-latest));
  if (kind === 'order' || !order) {
    const wanted = random() < 0.4 ? skus : [sku];
    return { kind: 'order', order: name, lines: Object.fromEntries(wanted.map((one) => [one, upTo(3)])) };
  }
  if (kind === 'transition') return { kind, order, to: oneOf<string>(random, orderStatusNames) };
  if (kind === 'payment' || kind === 'refund') return { kind, order, amount: 10 * upTo(20) };
  return { kind, order };
}
