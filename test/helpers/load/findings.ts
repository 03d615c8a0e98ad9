// What must hold after a day of load: every acknowledged order stands once, nothing was sold that was not there, every event
// was told, and the books are sound.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findBroken } from '../invariants.ts';
import type { DayShop } from './day-shop.ts';
import type { House } from './house.ts';
import type { Mix } from './mix.ts';

export interface DayFindings {
  lost: number;
  doubled: number;
  oversold: number;
  /** Events that the receiver did not get. */
  untold: number;
  broken: string[];
}

/** `unanswered`: calls that may have been done without our knowing it. */
export async function findingsOf(
  admin: pg.Pool,
  day: DayShop,
  mix: Mix,
  house: House,
  unanswered = 0,
): Promise<DayFindings> {
  const company = [day.shop.companyId];
  const { rows: orders } = await admin.query<{ id: string }>(
    'select id from app.orders where company_id = $1',
    company,
  );
  const there = new Set(orders.map(({ id }) => id));
  const adjusted = await admin.query<{ n: number }>(
    `select count(*)::int as n from app.stock_movements where company_id = $1 and type = 'adjustment'`,
    company,
  );
  const { rows: reserved } = await admin.query<{ sku: string; on_hand: number; reserved: number }>(
    `select v.sku, l.on_hand, l.reserved from app.inventory_levels l join app.variants v on v.id = l.variant_id
     where l.company_id = $1`,
    company,
  );
  const adjustments = adjusted.rows[0]!.n;
  // No order of the mix is cancelled or delivered: what was sold is reserved.
  const oversold = reserved.filter((level) => {
    const units = day.scarce.get(level.sku);
    return level.reserved > level.on_hand || (units !== undefined && (mix.sold.get(level.sku) ?? 0) > units);
  });
  return {
    lost: [...mix.orderIds].filter((id) => !there.has(id)).length + Math.max(0, mix.adjustments - adjustments),
    doubled: Math.max(0, there.size - mix.orderIds.size + (adjustments - mix.adjustments) - unanswered),
    oversold: oversold.length,
    untold: await untold(admin, day, house),
    broken: await findBroken(admin),
  };
}

const deliveryLimitMs = 120_000;

async function untold(admin: pg.Pool, day: DayShop, house: House): Promise<number> {
  const end = performance.now() + deliveryLimitMs;
  for (;;) {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from app.webhook_deliveries where company_id = $1 and status <> 'delivered'`,
      [day.shop.companyId],
    );
    if (rows[0]!.n === 0 || performance.now() > end) break;
    await sleep(200);
  }
  const { rows } = await admin.query<{ n: number }>(
    `select count(distinct event_id)::int as n from app.webhook_deliveries where company_id = $1`,
    [day.shop.companyId],
  );
  return rows[0]!.n - (await house.received()).events;
}
