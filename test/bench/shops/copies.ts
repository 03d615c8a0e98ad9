// Writes copies of the pattern over a year: many companies, one of which has half of all where there are several.
import type pg from 'pg';
import { progress } from '../scenario.ts';
import { personName } from './pattern.ts';
import { companyTables, layAside, type PatternTable } from './pattern-rows.ts';

export type Copies = {
  /** Copies of the whole pattern, and of its catalog alone. */
  full: number;
  shelves: number;
  companies: number;
  /** People of the first company who have ordered nothing yet. */
  customers: number;
  /** Of which tables the journal has a baseline, as of all after a release. Without it of all. */
  journaled?: string[];
};

const rowsAtOnce = 200_000;
const manyCopies = 200;
/** Before this moment the copies end; after it come the pattern itself and what is written by hand. */
const daysAgo = 1;
const days = 365;

/** Reads the pattern twice, before and after it traded, and writes the copies; gives the id of the first company. */
export async function copyPattern(
  admin: pg.Pool,
  companyId: string,
  copies: Copies,
  trade: () => Promise<void>,
): Promise<string> {
  const client = await admin.connect();
  try {
    const shelves = copies.shelves > 0 ? await layAside(client, companyId, 'shelves') : [];
    await trade();
    const full = await layAside(client, companyId, 'full');
    await plan(client, companyId, copies);
    const isOfCompany = ({ name }: PatternTable) => companyTables.includes(name);
    // With their triggers: a store makes the sequence of its numbers.
    await client.query('begin');
    for (const table of full.filter(({ name }) => name === 'stores' || name === 'companies'))
      await client.query(copySql(table, 'companies_to_copy k'));
    await client.query('commit');
    // What follows has the ids and times that the pattern gives it, and needs no trigger or key to be right.
    await client.query('set session_replication_role = replica');
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const table of full.filter(isOfCompany))
      if (table.name !== 'stores' && table.name !== 'companies')
        await client.query(copySql(table, 'companies_to_copy k'));
    const tables = full.filter((table) => !isOfCompany(table));
    const indexes =
      copies.full > manyCopies
        ? await dropIndexes(
            client,
            tables.map(({ name }) => name),
          )
        : [];
    for (const [kind, list, count] of [
      ['full', tables, copies.full],
      ['shelves', shelves.filter((table) => !isOfCompany(table)), copies.shelves],
    ] as const)
      for (const [index, table] of list.entries())
        await copyRows(client, table, kind, count, `${index + 1}/${list.length}`);
    await addCustomers(client, copies.customers);
    for (const [n, sql] of indexes.entries()) {
      progress.at('indexing', n, indexes.length);
      await client.query(sql);
    }
    // Of a small shop what follows is quick by any plan.
    if (copies.full > manyCopies) {
      progress.at('analyzing');
      await client.query('analyze');
    }
    return await finish(client, copies.journaled);
  } finally {
    client.release(true);
  }
}

const copySql = ({ name, rows, columns, values }: PatternTable, copies: string) =>
  `insert into app.${name} (${columns}) overriding system value select ${values} from ${copies} cross join ${rows} t`;

async function copyRows(client: pg.PoolClient, table: PatternTable, kind: string, count: number, which: string) {
  const { rows } = await client.query(`select count(*)::integer as count from ${table.rows}`);
  const step = Math.max(1, Math.floor(rowsAtOnce / rows[0].count));
  for (let first = 0; first < count; first += step) {
    progress.at(`copying ${table.name} (${kind}, table ${which})`, first, count);
    const some = `(select * from copies c where c.kind = '${kind}' and c.n >= ${first} and c.n < ${first + step} order by c.n) k`;
    await client.query(`${copySql(table, some)} order by k.n, t.ordinality`);
  }
}

/** Says of each company and each copy what is its own: ids, number, time. */
async function plan(client: pg.PoolClient, companyId: string, { full, shelves, companies }: Copies): Promise<void> {
  const prefix = (ms: string) =>
    `(select left(h.hex, 8) || '-' || right(h.hex, 4) from (select lpad(to_hex((${ms})::bigint), 12, '0') as hex) h)`;
  await client.query(
    `create temp table companies_to_copy as
     select n, s.timezone, s.began, ${prefix('extract(epoch from now() - make_interval(days => $2 + 30)) * 1000 + n')} as company,
       - make_interval(days => $2 + 30) as shift
     from generate_series(0, $3 - 1) n
     cross join (
       select t.timezone, (select min(o.created_at) from app.orders o where o.store_id = t.id) as began
       from app.stores t where t.company_id = $1 order by t.created_at, t.id limit 1) s`,
    [companyId, days, companies],
  );
  // Every second copy is the first company's. Each lies within one day on the store's calendar, as the pattern does.
  await client.query(
    `create temp table copies as
     select p.*, row_number() over (partition by p.company_n order by p.at, p.kind) as number,
       ${prefix('extract(epoch from p.at) * 1000 + p.n * 2 + (p.kind <> $$full$$)::integer')} as copy
     from (
       select x.*, k.company, k.began, k.timezone, x.day + (x.moment::time - time '00:00') * 0.97 as local,
         (x.day + (x.moment::time - time '00:00') * 0.97) at time zone k.timezone as at
       from (
         select s.kind, s.n,
           case when $4 = 1 or s.n % 2 = 0 then 0 else 1 + (s.n / 2) % ($4 - 1) end as company_n,
           l.moment, l.moment::date as day
         from (
           select 'full' as kind, n, n::float8 / $2 as place from generate_series(0, $2 - 1) n
           union all
           select 'shelves', n, n::float8 / $3 from generate_series(0, $3 - 1) n
         ) s
         cross join lateral (
           select (date_trunc('milliseconds', now() - make_interval(days => $1) + s.place * make_interval(days => $5)))
             at time zone 'UTC' as moment) l
       ) x
       join companies_to_copy k on k.n = x.company_n
     ) p`,
    [days + daysAgo, full, shelves, companies, days - 1],
  );
  await client.query(`alter table copies add shift interval, add days integer, add tag text, add number_prefix text`);
  await client.query(
    `update copies set shift = at - began, days = (at at time zone timezone)::date - (began at time zone timezone)::date,
       tag = lpad(number::text, 5, '0'), number_prefix = to_char(at at time zone timezone, 'YYYYMMDD-') || number`,
  );
  await client.query('alter table copies drop number');
  await client.query('alter table copies rename number_prefix to number');
}

/** Drops what is built quicker afterwards; gives the statements that bring it back. */
async function dropIndexes(client: pg.PoolClient, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; index: string; conname: string | null; sql: string }>(
    `select i.indrelid::regclass::text as relation, i.indexrelid::regclass::text as index, k.conname,
       case when k.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) end as sql
     from pg_index i join pg_class c on c.oid = i.indrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where c.relnamespace = 'app'::regnamespace and c.relname = any ($1)
       and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')
       and not exists (select from pg_depend d where d.refclassid = 'pg_constraint'::regclass and d.refobjid = k.oid)`,
    [names],
  );
  for (const { relation, index, conname } of rows)
    await client.query(conname ? `alter table ${relation} drop constraint ${conname}` : `drop index ${index}`);
  return rows.map(({ sql }) => sql);
}

async function addCustomers(client: pg.PoolClient, count: number): Promise<void> {
  if (count === 0) return;
  const names = Array.from({ length: 70 }, (_, n) => personName(n));
  await client.query(
    `insert into app.customers (id, company_id, store_id, full_name, phone, type, created_at, updated_at)
     select uuidv7(w.at - now()), s.company_id, s.id, ($1::text[])[1 + n % 70] || ' ' || n, '018' || lpad(n::text, 8, '0'),
       'registered', w.at, w.at
     from (select c.company_id, c.id from app.stores c join companies_to_copy k on k.n = 0
       where c.id::text like k.company || '%' order by c.id limit 1) s
     cross join generate_series(1, $2) n
     cross join lateral (
       select date_trunc('milliseconds', now() - interval '366 days' + interval '364 days' * (n::float8 / $2)) as at) w`,
    [names, count],
  );
}

/** The journal begins with what is there, numbers go on after the last, and sales are added up. */
async function finish(client: pg.PoolClient, journaled: string[] | null = null): Promise<string> {
  await client.query(
    `select internal.take_baseline(table_name, false) from internal.journaled_tables()
     where has_inserts and ($1::text[] is null or table_name = any ($1))`,
    [journaled],
  );
  const { rows: stores } = await client.query(
    `select s.id, s.company_id from app.stores s join companies_to_copy k on s.id::text like k.company || '%' order by k.n, s.id`,
  );
  for (const [index, store] of stores.entries()) {
    progress.at('adding up sales', index, stores.length);
    const { rows } = await client.query('select exists (select from app.orders where store_id = $1) as trades', [
      store.id,
    ]);
    if (!rows[0].trades) continue;
    await client.query(`select setval(internal.order_numbers($1), 100000000)`, [store.id]);
    await client.query('select internal.rebuild_sales($1)', [store.id]);
  }
  await client.query('select internal.rebuild_product_counts($1)', [stores.map(({ id }) => id)]);
  return stores[0].company_id;
}
