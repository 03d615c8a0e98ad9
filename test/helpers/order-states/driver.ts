// The search's side of the database: functions in a schema of their own that try every act on an order and take it back at
// once, say in what state the order then is, and what may be done with it. A begin … exception block of plpgsql is a savepoint.
import type pg from 'pg';
import type { Act } from './acts.ts';

type Table = {
  alias: string;
  /** Columns that never change what may be done; ids are left out anyway, and of a time it counts only that it is there. */
  without?: string[];
  /** Further facts, as SQL. */
  more?: Record<string, string>;
  where?: string;
  order: string;
};

/** What tells states apart: all that the tables say of the order, but for ids and the clock. */
const facts: Record<string, Table> = {
  orders: {
    alias: 'o',
    without: ['number', 'coupon', 'shipping_address'],
    where: 'o.id = state.order_id',
    order: 'o.id',
  },
  order_items: {
    alias: 'i',
    without: ['sku', 'barcode', 'product_name', 'variant_name', 'options', 'image_media_key', 'unit_cost'],
    order: 'i.line',
  },
  parcels: {
    alias: 'p',
    without: ['tracking_code'],
    more: { courier: '(select c.name from app.couriers c where c.id = p.courier_id)' },
    // Cancelled ones are below.
    where: `p.order_id = state.order_id and p.status <> 'cancelled'`,
    order: 'p.created_at, p.id',
  },
  payments: {
    alias: 'm',
    without: ['transaction_id', 'note', 'source'],
    more: {
      parcel: `nullif((select count(*) from app.parcels e where e.order_id = m.order_id and e.status <> 'cancelled'
        and e.id <= m.parcel_id), 0)`,
      // Whether a refund was given since decides whether it may be voided.
      is_refunded_since: `m.kind = 'payment' and exists (select from app.payments e where e.order_id = m.order_id
        and e.kind = 'refund' and e.status = 'settled' and e.id > m.id)`,
      // Whether a refund was given since the return came decides whether the receipt may be taken back.
      is_since_return: `m.kind = 'refund' and exists (select from app.returns e where e.order_id = m.order_id
        and e.status = 'received' and e.received_at <= m.created_at)`,
    },
    // A voided one is as if it had never been.
    where: `m.order_id = state.order_id and m.status = 'settled'`,
    order: 'm.kind, m.amount, m.parcel_id, m.is_after_delivery, m.created_at, m.id',
  },
  returns: {
    alias: 'r',
    without: ['number', 'reason'],
    more: {
      lines: `(select jsonb_agg(jsonb_build_array(i.line, l.quantity, l.sellable_quantity, l.damaged_quantity) order by i.line)
        from app.return_lines l join app.order_items i on i.id = l.order_item_id where l.return_id = r.id)`,
    },
    where: `r.order_id = state.order_id and r.status <> 'cancelled'`,
    order: 'r.created_at, r.id',
  },
  coupon_redemptions: { alias: 'c', order: 'c.order_id' },
};

/** New columns of these tables tell states apart by themselves. */
async function stateExpression(client: pg.Pool): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'app'::regnamespace and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped
       and a.atttypid <> 'uuid'::regtype
     order by a.attnum`,
    [Object.keys(facts)],
  );
  const parts = Object.entries(facts).map(([table, { alias, without = [], more = {}, where, order }]) => {
    const values = rows
      .filter((row) => row.table === table && !without.includes(row.column))
      .map(({ column, type }) => {
        const isTime = type === 'timestamp with time zone';
        return `'${column}', ${alias}.${column}${isTime ? ' is not null' : ''}`;
      });
    for (const [name, sql] of Object.entries(more)) values.push(`'${name}', ${sql}`);
    // A function takes a hundred arguments.
    const objects: string[] = [];
    for (let n = 0; n < values.length; n += 40)
      objects.push(`jsonb_build_object(${values.slice(n, n + 40).join(', ')})`);
    return `'${table}', (
      select jsonb_agg(${objects.join(' || ')} order by ${order}) from app.${table} ${alias}
      where ${where ?? `${alias}.order_id = state.order_id`})`;
  });
  return `jsonb_build_object(${parts.join(', ')}, 'is_latest_parcel_cancelled', (
    select p.status = 'cancelled' from app.parcels p where p.order_id = state.order_id
    order by p.created_at desc, p.id desc limit 1))`;
}

/** Tries an act; false: its condition does not hold, and nothing was tried. */
const actFunction = (acts: readonly Act[]) => `
  create function machine.act(order_id uuid, act text) returns boolean language plpgsql as $act$
  declare
    shop machine.shop;
    o app.orders;
    parcels app.parcels[];
    p app.parcels;
    q app.parcels;
    r app.returns;
    v app.returns;
    money app.payments[];
    items app.order_items[];
    payable numeric;
    refundable numeric;
  begin
    select * into shop from machine.shop s where s.order_id = act.order_id;
    select * into o from app.orders t where t.id = act.order_id;
    parcels := array(select t from app.parcels t where t.order_id = o.id order by t.created_at desc, t.id desc limit 2);
    p := parcels[1];
    q := parcels[2];
    select * into r from app.returns t where t.order_id = o.id
      order by t.status = 'requested' desc, t.created_at, t.id limit 1;
    select * into v from app.returns t where t.order_id = o.id and t.status = 'received'
      order by t.received_at desc, t.id desc limit 1;
    money := array(select t from app.payments t where t.order_id = o.id and t.status = 'settled'
      order by t.created_at, t.id);
    items := array(select t from app.order_items t where t.order_id = o.id order by t.line);
    payable := (internal.transition_needs(o, p, 'record_payment')).at_most;
    refundable := (internal.transition_needs(o, p, 'record_refund')).at_most;
    ${acts
      .map(
        ({ name, when = 'true', sql }) => `if act.act = '${name.replaceAll(`'`, `''`)}' then
      if (${when}) is not true then
        return false;
      end if;
      perform ${sql};`,
      )
      .join('\n    els')}
    else
      raise exception 'there is no act %', act.act;
    end if;
    return true;
  end
  $act$`;

/** Settles all money that there is to settle, and says why the order is not closed then; null: it is. */
const settleFunction = `
  create function machine.settle(order_id uuid) returns text language plpgsql as $settle$
  declare
    p app.parcels;
    o app.orders;
    v_card_id constant uuid := (select s.card_id from machine.shop s where s.order_id = settle.order_id);
  begin
    if exists (select from app.order_items i where i.order_id = settle.order_id
      and i.quantity > i.delivered_quantity + i.released_quantity) then
      return 'goods are outstanding';
    elsif exists (select from app.returns r where r.order_id = settle.order_id and r.status = 'requested') then
      return 'a return is expected';
    elsif exists (select from app.parcels t where t.order_id = settle.order_id and t.work is not null) then
      return 'a parcel is under way';
    end if;
    for p in select * from app.parcels t where t.order_id = settle.order_id and t.held_amount > 0 loop
      perform staff.record_parcel_payout(p.id);
    end loop;
    select * into o from app.orders t where t.id = settle.order_id;
    if o.due_amount > 0 then
      perform staff.record_payment(jsonb_build_object('order_id', o.id, 'payment_method_id', v_card_id,
        'amount', o.due_amount));
    end if;
    if o.to_refund_amount > 0 then
      perform staff.record_refund(o.id, o.to_refund_amount, v_card_id);
    end if;
    select * into o from app.orders t where t.id = settle.order_id;
    return case when o.due_amount + o.to_refund_amount + o.held_by_courier_amount > 0 then
      format('of its money %s stay due, %s to be refunded, %s held', o.due_amount, o.to_refund_amount,
        o.held_by_courier_amount) end;
  exception when others then
    return format('its money cannot be settled: %s %s', sqlstate, sqlerrm);
  end
  $settle$`;

const lookFunction = `
  create function machine.look(order_id uuid, out key text, out moves jsonb, out open text) language plpgsql as $look$
  begin
    key := md5(machine.state(look.order_id)::text);
    select to_jsonb(staff.orders_possible_moves(o)) into moves from app.orders o where o.id = look.order_id;
    begin
      open := machine.settle(look.order_id);
      raise exception using errcode = 'ZZ999';
    exception when sqlstate 'ZZ999' then
      -- It is taken back, and what it said is kept.
      null;
    end;
  end
  $look$`;

const expandFunction = `
  create function machine.expand(order_id uuid, acts text[])
    returns table (act text, code text, message text, context text, key text, facts jsonb)
  language plpgsql as $expand$
  begin
    foreach act in array acts loop
      begin
        continue when not machine.act(expand.order_id, act);
        facts := machine.state(expand.order_id);
        raise exception using errcode = 'ZZ999';
      exception
        when sqlstate 'ZZ999' then
          code := null;
          message := null;
          context := null;
          key := md5(facts::text);
        when others then
          get stacked diagnostics code = returned_sqlstate, message = message_text, context = pg_exception_context;
          key := null;
          facts := null;
      end;
      return next;
    end loop;
  end
  $expand$`;

/** Once in a database. */
export async function installDriver(client: pg.Pool, acts: readonly Act[]): Promise<void> {
  const statements = [
    'create schema machine',
    `create table machine.shop (order_id uuid primary key, card_id uuid, cash_id uuid, reporting_id uuid, silent_id uuid,
      own_id uuid)`,
    `create function machine.state(order_id uuid) returns jsonb language sql stable
      begin atomic select ${await stateExpression(client)}; end`,
    ...[actFunction(acts), settleFunction, lookFunction, expandFunction],
  ];
  await client.query(statements.join(';\n'));
}
