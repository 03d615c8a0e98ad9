// A large database that no check can tell from a grown one: a company that works by the procedures, copied by SQL with
// all its rows under new ids. Then every ledger and history is sealed.
import type pg from 'pg';
import type { Desk } from '../helpers/orders.ts';
import { stockVariant } from '../helpers/shop.ts';
import { progress } from './scenario.ts';

const skus = Array.from({ length: 50 }, (_, n) => `SKU-${n}`);
const rowsAtOnce = 200_000;
/** Of events, 30 days are kept: of a year's orders one in twelve has some. */
const companiesWithEvents = 12;
/** Keys and seals are a company's own; the rest has no rows. */
const notCopied = [
  'api_keys',
  'idempotency_keys',
  'staff_sessions',
  'report_cache',
  'ledger_seals',
  'ledger_seal_segments',
];

export async function stockShop(desk: Desk): Promise<void> {
  for (const sku of skus) await stockVariant(desk.db.admin, desk.shop, { sku, quantity: 1_000_000 });
}

/** Orders of five lines each with some life behind them, about ten movements an order. */
export async function work(desk: Desk, orders: number): Promise<void> {
  await stockShop(desk);
  for (let n = 0; n < orders; n++) {
    progress.at('orders by the procedures', n, orders);
    const order = await desk.place(someLines(n, 5));
    const payment = { id: order.id, payment_method_id: desk.shop.stores[0].paymentMethods.cod };
    const kind = n % 10;
    if (kind === 0) await desk.move(order.id, 'cancelled');
    else if (kind === 1) await desk.move(order.id, 'confirmed');
    else if (kind === 2) {
      await desk.move(order.id, 'confirmed');
      const { id: parcel_id } = await desk.staff('book_parcel', {
        order_id: order.id,
        courier_id: desk.couriers.silent,
      });
      await desk.staff('record_parcel_delivered', { parcel_id });
      await desk.staff('record_parcel_payout', { parcel_id, amount: order.due_amount });
    } else {
      await desk.move(order.id, 'confirmed', 'ready_to_ship', 'in_transit', 'delivered');
      await desk.ask('record_order_payment', { ...payment, amount: Number(order.due_amount) });
    }
    if (kind !== 3) continue;
    const lines = [{ order_item_id: order.items[0].id, quantity: 1 }];
    const { id: return_id } = await desk.staff('create_return', { order_id: order.id, lines });
    await desk.staff('receive_return', { return_id });
  }
  await desk.db.admin.query('select internal.fold_sales_changes()');
}

const agedTables = ['orders', 'order_items', 'payments', 'parcels', 'inventory_levels', 'variant_costs'];

export const someLines = (n: number, count: number) =>
  Array.from({ length: count }, (_, line) => ({ sku: skus[(n * 7 + line * 11) % skus.length]!, quantity: 1 }));

/** Copies the company so many times. */
export async function copyCompany(admin: pg.Pool, companyId: string, times: number): Promise<void> {
  const client = await admin.connect();
  try {
    // Without triggers and foreign keys: the rows are what the procedures made of their like.
    await client.query('set session_replication_role = replica');
    const tables = await templates(client, companyId);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'app'::regnamespace and c.relname = any ($1)
         and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
      [tables.map(({ name }) => name)],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const [index, { name, rows, columns, values }] of tables.entries()) {
      // Row by row of the template, each for all companies: rows lie in the order of their times, as they do in a grown
      // database, and those of one company far from each other.
      const step = Math.max(1, Math.floor(rowsAtOnce / times));
      for (let first = 1; first <= rows; first += step) {
        progress.at(`copying ${name} (table ${index + 1} of ${tables.length})`, first, rows);
        await client.query(
          `insert into app.${name} (${columns}) overriding system value
           select ${values} from template_${name} t cross join generate_series(1, $3::integer) n
           cross join lateral (select lpad(to_hex(n), 8, '0') as hex) k
           where t.copied_row between $1 and $2 and ($4 = 1 or n % $4 = 0)
           order by t.copied_row, n`,
          [first, first + step - 1, times, name === 'events' ? companiesWithEvents : 1],
        );
      }
    }
    for (const [n, { name, definition }] of indexes.entries()) {
      progress.at(`indexing ${name}`, n, indexes.length);
      await client.query(definition);
    }
  } finally {
    client.release(true);
  }
  progress.at('vacuum');
  await admin.query('vacuum analyze');
}

type Template = { name: string; rows: number; columns: string; values: string };

/** The rows of the company aside, and how each column is copied: the last eight digits of an id say which copy it is. */
async function templates(client: pg.PoolClient, companyId: string): Promise<Template[]> {
  const { rows: tables } = await client.query<Omit<Template, 'rows'>>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
       string_agg(case
         when a.atttypid = 'uuid'::regtype and a.attname <> 'plan_id' then format('(left(t.%1$I::text, 28) || k.hex)::uuid', a.attname)
         when a.atttypid = 'jsonb'::regtype then format('regexp_replace(t.%1$I::text, %2$L, %3$L || k.hex, %4$L)::jsonb', a.attname, ids, '\\1', 'g')
         when a.attname = 'option_key' then format('regexp_replace(t.%1$I, %2$L, %3$L || k.hex, %4$L)', a.attname, ids, '\\1', 'g')
         when (c.relname, a.attname) in (('stores', 'slug'), ('staff', 'email')) then format('k.hex || t.%I', a.attname)
         else format('t.%I', a.attname) end, ', ' order by a.attnum) as values
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     cross join (values ('([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{4})[0-9a-f]{8}')) as v (ids)
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       and (c.relname = 'companies' or internal.has_column(c.oid, 'company_id'))
     group by c.relname order by c.relname`,
    [notCopied],
  );
  const filled: Template[] = [];
  for (const table of tables) {
    const { rowCount } = await client.query(
      `create temp table template_${table.name} as select row_number() over (order by ctid) as copied_row, *
       from app.${table.name}
       where ${table.name === 'companies' ? 'id' : 'company_id'} = '${companyId}'`,
    );
    if (rowCount) filled.push({ ...table, rows: rowCount });
    // What ledger.changed_orders and changed_variants go by: the copies are a day older than their seals.
    if (agedTables.includes(table.name))
      await client.query(`update template_${table.name} set updated_at = updated_at - interval '1 day'`);
  }
  return filled;
}

/** Seals all that stands there. */
export async function sealAll(admin: pg.Pool): Promise<void> {
  const repeat = async (text: string, atLeast: number) => {
    for (let calls = 0, sealed = 0; calls < atLeast || sealed > 0; calls++) {
      progress.at(`sealing, run ${calls + 1}`);
      sealed = (await admin.query(text)).rowCount ?? 0;
    }
  };
  await repeat('select * from internal.seal_ledger()', 1);
  // The first run notes how far it may go, the next ones go there.
  await repeat(`select * from internal.seal_history(max_rows => 500000, margin => '0')`, 2);
}
