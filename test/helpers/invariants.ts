// What must hold of stock, money and history whatever was done: each check is a query that finds what breaks it.
import type pg from 'pg';
import { areAskedAtTheEnd, requireSound } from './shared-database.ts';

const checks: Record<string, string> = {
  'a level is the sum of its ledger, whose sequence has no holes': `
    select l.variant_id, l.on_hand, l.reserved, l.last_sequence, m.*
    from app.inventory_levels l
    left join lateral (
      select coalesce(sum(quantity_change), 0) as moved, coalesce(sum(reserved_change), 0) as promised, count(*) as entries, coalesce(max(sequence), 0) as last
      from app.stock_movements m where m.variant_id = l.variant_id and m.location_id = l.location_id
    ) m on true
    where (l.on_hand, l.reserved, l.last_sequence, l.last_sequence) is distinct from (m.moved, m.promised, m.entries, m.last)`,
  'each ledger row says what stood there after it': `
    select * from (
      select m.*, sum(quantity_change) over w as on_hand, sum(reserved_change) over w as reserved
      from app.stock_movements m window w as (partition by variant_id, location_id order by sequence)
    ) m where on_hand_after <> on_hand or reserved_after <> reserved`,
  'reserved is what open orders hold': `
    select l.variant_id, l.reserved, o.held
    from app.inventory_levels l
    left join lateral (
      select coalesce(sum(i.quantity - i.delivered_quantity - i.released_quantity), 0) as held
      from app.order_items i join app.orders o on o.id = i.order_id
      where i.variant_id = l.variant_id and o.location_id = l.location_id
    ) o on true
    where l.reserved <> o.held`,
  'on hand is what orders took and gave back': `
    select l.variant_id, m.moved, o.gone
    from app.inventory_levels l
    left join lateral (
      select coalesce(sum(quantity_change), 0) as moved from app.stock_movements m
      where m.variant_id = l.variant_id and m.location_id = l.location_id and m.reference_type in ('order', 'return')
    ) m on true
    left join lateral (
      select coalesce(sum(i.delivered_quantity - i.returned_quantity + i.damaged_quantity), 0) as gone
      from app.order_items i join app.orders o on o.id = i.order_id
      where i.variant_id = l.variant_id and o.location_id = l.location_id
    ) o on true
    where m.moved <> -o.gone`,
  'the lines add up to the order': `
    select o.number from app.orders o
    join lateral (
      select sum(line_total) as total, sum(discount_amount) as discount, sum(quantity * coalesce(discount_price, unit_price)) as subtotal
      from app.order_items i where i.order_id = o.id
    ) i on true
    where (i.subtotal, i.discount) is distinct from (o.subtotal, o.discount_amount) or o.total_amount <> i.total + o.shipping_charge + o.tax_amount`,
  'the money of an order closes': `
    select o.number, o.status, o.total_amount, o.returned_amount, o.waived_amount, o.received_amount, o.refunded_amount,
      o.held_by_courier_amount, o.due_amount, o.to_refund_amount
    from app.orders o
    where o.total_amount - o.returned_amount - o.waived_amount <> o.received_amount - o.refunded_amount
        + o.held_by_courier_amount + greatest(0, o.due_amount - o.held_by_courier_amount) - o.to_refund_amount
      or least(o.paid_amount, o.due_amount, o.to_refund_amount, o.held_by_courier_amount, o.waived_amount) < 0
      or o.due_amount > 0 and o.to_refund_amount > 0 and o.held_by_courier_amount = 0
      or o.status in ('cancelled', 'spam', 'returned') and o.due_amount <> 0`,
  'the lines fit the status': `
    select o.number, o.status, o.fulfillment_status, i.* from app.orders o
    join lateral (
      select sum(quantity) as quantity, sum(delivered_quantity) as delivered, sum(released_quantity) as released, sum(returned_quantity) as returned
      from app.order_items i where i.order_id = o.id
    ) i on true
    where not case
      when o.status in ('cancelled', 'spam') then i.delivered = 0 and i.released = i.quantity and o.fulfillment_status = 'unfulfilled'
      when o.status = 'delivered' then i.delivered > 0 and i.returned + i.released < i.quantity and o.fulfillment_status = case when i.delivered < i.quantity then 'partially_fulfilled' else 'fulfilled' end
      when o.status = 'returned' then o.fulfillment_status = case when i.released + i.returned = i.quantity then 'returned' else 'unfulfilled' end
      else i.delivered = 0 and i.released = 0 and o.fulfillment_status = 'unfulfilled' end`,
  'the timeline tells every move, and ends where the order is': `
    select o.number, t.* from app.orders o
    left join lateral (
      select bool_and(from_status is not distinct from before) as is_chain, (array_agg(to_status order by n))[count(*)] as last
      from (
        select t.from_status, t.to_status, row_number() over w as n, lag(t.to_status) over w as before
        from app.order_timeline t where t.order_id = o.id and t.to_status is not null window w as (order by t.id)
      ) t
    ) t on true
    where t.is_chain is not true or t.last is distinct from o.status`,
  'a coupon was used as often as orders hold it': `
    select c.code, c.used_count from app.coupons c
    where c.used_count <> (select count(*) from app.coupon_redemptions r where r.coupon_id = c.id and r.given_back_at is null)`,
  'the last event about an order shows it as it is': `
    select o.number, e.object from app.orders o
    left join lateral (select e.object from app.events e where e.object_id = o.id order by e.sequence desc limit 1) e on true
    where (o.status, o.due_amount::text, o.payment_status, o.fulfillment_status)
      is distinct from (e.object ->> 'status', e.object ->> 'due_amount', e.object ->> 'payment_status', e.object ->> 'fulfillment_status')`,
  'no parcel is open for an order that is settled': `
    select o.number, o.status from app.orders o
    where o.status in ('cancelled', 'spam', 'delivered')
      and exists (select from app.parcels p where p.order_id = o.id and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'))`,
};

/** Look through the catalog or every foreign key, which takes many times as long as the books do. */
const throughCatalog = ['check_guards', 'check_logins', 'check_orphans', 'check_tenants'];

/** The checks of the ledger as one statement: those through the catalog, or the others. The schema stays as it is here. */
const audits = new Map<boolean, string>();

async function readAudit(admin: pg.Pool | pg.ClientBase, isThroughCatalog: boolean): Promise<string> {
  const { rows } = await admin.query<{ name: string; query: string }>(
    `select name, query from ledger.checks where name <> 'check_schema' and (name = any ($1)) = $2`,
    [throughCatalog, isThroughCatalog],
  );
  return rows
    .map(({ name, query }) => `select '${name}' as check_name, k.object, k.found, k.expected from (${query}) k`)
    .join(' union all ');
}

/** What the audit calls the setting by which tests move the clock of business. */
export const movedClock = 'setting haat.clock_offset of the database';

async function audit(admin: pg.Pool | pg.ClientBase, isThroughCatalog: boolean): Promise<string[]> {
  const text = audits.get(isThroughCatalog) ?? (await readAudit(admin, isThroughCatalog));
  audits.set(isThroughCatalog, text);
  const { rows } = await admin.query({ name: `audit ${isThroughCatalog}`, text });
  return rows
    .filter(({ object }) => object !== movedClock)
    .slice(0, 3)
    .map((row) => JSON.stringify(row));
}

/**
 * For after every step of many: what the books say, and what DBAs run says of them. A row that refers to nothing, or to
 * another company, stays, so that `findBroken` finds it at the end.
 */
export async function findBrokenBooks(admin: pg.Pool | pg.ClientBase): Promise<string[]> {
  requireSound(admin);
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(checks)) {
    // Named, so that a connection plans each check once.
    const { rows } = await admin.query({ name, text: sql });
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return [...broken, ...(await audit(admin, false))];
}

/**
 * For after a test or a file: what it has broken stays broken, and where files share their books the end of the last one asks of
 * all. Of a file that is named, and in a long run, it is told here.
 */
export const findBrokenSoFar = async (admin: pg.Pool): Promise<string[]> =>
  (await areAskedAtTheEnd(admin)) ? [] : findBrokenBooks(admin);

/** What DBAs run alone: of statuses that a test has added, the others know nothing. */
export const auditBooks = (admin: pg.Pool | pg.ClientBase): Promise<string[]> => audit(admin, false);

/** Of what no act on an order changes. */
const ofOtherRecords = /product|option|video|webhook|job|erasure|seal|history|purchase/;

/** The same as one statement, for a search that asks it of thousands of states of an order: what breaks a check, by its name. */
export async function orderChecks(admin: pg.Pool | pg.ClientBase): Promise<string> {
  const { rows } = await admin.query<{ name: string; query: string }>(
    `select name, query from ledger.checks where name <> 'check_schema' and name <> all ($1)`,
    [throughCatalog],
  );
  return [
    ...Object.entries(checks).map(
      ([name, sql]) => `select '${name}' as name, to_jsonb(x)::text as row from (${sql}) x`,
    ),
    ...rows
      .filter(({ name }) => !ofOtherRecords.test(name))
      .map(({ name, query }) => `select '${name}', to_jsonb(x)::text from (${query}) x`),
  ].join(' union all ');
}

/** For the end of a file, where nothing can be asserted any more. */
export async function refuseBroken(admin: pg.Pool | pg.ClientBase): Promise<void> {
  if (await areAskedAtTheEnd(admin)) return;
  const broken = await findBroken(admin);
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

/** The names of the checks that fail, each with what breaks it; nothing when all is well. */
export async function findBroken(admin: pg.Pool | pg.ClientBase): Promise<string[]> {
  return [...(await findBrokenBooks(admin)), ...(await audit(admin, true))];
}
