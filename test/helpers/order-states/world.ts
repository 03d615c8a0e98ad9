// A database with one order for each session of the search.
import type pg from 'pg';
import { permissions } from '../../../db/permissions.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { orderChecks } from '../invariants.ts';
import { openDesk } from '../orders.ts';
import { createShop, stockVariant } from '../shop.ts';
import { acts } from './acts.ts';
import { listChecks } from './checks.ts';
import { installDriver } from './driver.ts';
import type { Session } from './search.ts';

export interface World {
  sessions: Session[];
  close(): Promise<void>;
}

/** What one of two goods costs, and its delivery. Where sums are even, few different ones appear. */
export interface Prices {
  goods: [number, number];
  delivery: number;
}

/** Each session has an order of its own in the same state, so that several search side by side. */
export async function openWorld(count: number, prices: Prices): Promise<World> {
  const db = await freshDatabase('reads whole tables');
  await installDriver(db.admin, acts);
  const checks = [await orderChecks(db.admin), ...listChecks].join(' union all ');
  const clients = await Promise.all(Array.from({ length: count }, () => db.admin.connect()));
  const sessions: Session[] = [];
  for (const client of clients) sessions.push(await openSession(db, client, checks, prices));
  return {
    sessions,
    async close() {
      for (const client of clients) client.release();
      await db.drop();
    },
  };
}

/** Two of each of two goods, half off by a coupon, and the delivery. */
async function openSession(
  db: TestDatabase,
  client: pg.PoolClient,
  checks: string,
  { goods, delivery }: Prices,
): Promise<Session> {
  const shop = await createShop(db.admin);
  const desk = await openDesk(db, shop);
  const [{ id: store_id, paymentMethods }] = shop.stores;
  await desk.staff('create_coupon', { store_id, code: 'HALF', type: 'percent', value: 50 });
  const items = ['A', 'B'].map((sku) => ({ sku, quantity: 2 }));
  for (const [n, { sku }] of items.entries())
    await stockVariant(db.admin, shop, { sku, quantity: 10, price: goods[n]! });
  const { id: orderId } = await desk.place(items, { shipping_charge: delivery, coupon_code: 'HALF' });
  await client.query('insert into machine.shop values ($1, $2, $3, $4, $5, $6)', [
    ...[orderId, paymentMethods.card, paymentMethods.cod],
    ...[desk.couriers.reporting, desk.couriers.silent, desk.couriers.ownRider],
  ]);
  await client.query('set jit = off');
  return {
    ...{ client, orderId },
    async begin() {
      await client.query('begin');
      await client.query('select internal.act_as($1, $2, $3, $4, $5)', [
        ...[shop.companyId, 'Rina Akter', 'staff', desk.staffId, permissions],
      ]);
    },
    async findBroken() {
      const { rows } = await client.query({ name: 'broken', text: checks });
      return rows.map(({ name, row }) => `${name}: ${row}`);
    },
  };
}
