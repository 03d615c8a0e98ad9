// A cell of many companies against one of few: 3,000 companies of a hundred staff each, 240,000 orders (half of them of the first
// company), a webhook each and the events of a month; against thirty. What a look-up, an order, each timer, an audit and a vacuum
// cost there, in processor time of Postgres, and how many locks a timer holds. `--companies=300` makes fewer.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPool, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { timers } from '../../workers/crontab.ts';
import { callGate, createKey, stockVariant, type TestKey } from '../helpers/shop.ts';
import { median, processorTime, progress, type Scenario, table } from './scenario.ts';
import { findShop, makeShop } from './shops/index.ts';

const many = Number(process.argv.findLast((given) => given.startsWith('--companies='))?.slice(12) ?? 3000);
const few = Math.min(30, many);
const pattern = { products: 3, customers: 20, orders: 40, adjustments: 40 };
const staffOfCompany = 100;
const rounds = 7;

interface Crowd {
  url: string;
  /** As superuser; its backend is measured. */
  client: pg.Client;
  pid: number;
  gateway: pg.Client;
  gatewayPid: number;
  keys: TestKey[];
  sessions: Buffer[];
}

export const run: Scenario = async (cluster, print) => {
  const crowds: Record<string, Crowd> = {};
  for (const companies of [few, many])
    crowds[companies] = await make(cluster.url(`crowd_${companies}`), companies, print);
  const rows: (string | number)[][] = [];
  const compare = async (what: string, count: number, work: (crowd: Crowd, n: number) => Promise<unknown>) => {
    progress.at(what);
    const spent: Record<string, number[]> = {};
    for (let round = -1; round < rounds; round++)
      for (const [name, crowd] of Object.entries(crowds)) {
        const pids = [crowd.pid, crowd.gatewayPid];
        const before = processorTime(pids);
        for (let n = 0; n < count; n++) await work(crowd, n);
        // The first round plans.
        if (round >= 0) spent[name] = [...(spent[name] ?? []), (processorTime(pids) - before) / count / 1000];
      }
    const [small, large] = [median(spent[few]!), median(spent[many]!)];
    rows.push([what, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)]);
  };
  const one = <T>(list: T[], n: number): T => list[n % list.length]!;
  await compare('look-up of a key', 200, ({ gateway, keys }, n) =>
    gateway.query({ name: 'key', text: 'select gate.valid_keys($1)', values: [[one(keys, n).hash]] }),
  );
  await compare('look-up of a session', 200, ({ client, sessions }, n) =>
    client.query({ name: 's', text: 'select internal.find_staff_context($1, $2)', values: [one(sessions, n), 'r'] }),
  );
  const call = ({ gateway, keys }: Crowd, n: number, operation: string, input: object) =>
    callGate(gateway as unknown as pg.Pool, one(keys, n), operation, input, {
      ...(operation === 'create_order' ? { idempotencyKey: randomUUID() } : { bucket: 'read' }),
    }).then(({ outcome }) => {
      if (outcome.sqlstate) throw new Error(`${operation}: ${outcome.message}`);
    });
  await compare('GET /me', 60, (crowd, n) => call(crowd, n, 'get_me', {}));
  await compare('a page of orders', 40, (crowd, n) => call(crowd, n, 'list_orders', { limit: 25 }));
  const order = { customer: { phone: '01711111111', full_name: 'Karim' }, items: [{ sku: 'CROWD', quantity: 1 }] };
  await compare('an order', 40, (crowd, n) => call(crowd, n, 'create_order', order));
  for (const { name } of timers)
    await compare(`timer ${name}`, 1, async ({ client }) => {
      await client.query('begin; set local role haat_worker');
      await client.query(`select count(*) from internal.${name}()`);
      await client.query('rollback');
    });
  await compare('metrics of the work', 1, ({ client }) => client.query('select * from internal.upkeep_metrics()'));
  print(table(['ms of processor', `${few} companies`, `${many}`, 'ratio'], rows));
  print(await locks(crowds[many]!));
  print(await largest(crowds[many]!));
  for (const { client, gateway } of Object.values(crowds)) await Promise.all([client.end(), gateway.end()]);
};

async function make(url: string, companies: number, print: (line: string) => void): Promise<Crowd> {
  const began = performance.now();
  progress.at(`making ${companies} companies`);
  await migrate(url, { includeCurrent: true });
  await makeShop(url, pattern, { full: companies * 2, shelves: 0, companies, customers: 0 });
  const admin = openPool(url, { max: 1 });
  const ask = async (sql: string, values: unknown[] = []) => (await admin.query(sql, values)).rows;
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into app.staff (company_id, email, full_name, role, permissions, created_at, updated_at)
     select c.id, n || '@' || c.id, 'Rina ' || n, case when n = 1 then 'owner' else 'agent' end, '{orders.manage}', now(), now()
     from app.companies c cross join generate_series(1, $1) n`,
    [staffOfCompany],
  );
  await admin.query(
    `insert into app.staff_sessions (company_id, staff_id, token_hash, expires_at, created_at)
     select t.company_id, t.id, sha256(t.id::text::bytea), now() + interval '12 hours', now()
     from app.staff t where t.email ~ '^[0-9]0?@'`,
  );
  await admin.query(
    `insert into app.webhook_endpoints (company_id, store_id, url, event_types, api_version, secret, created_at, updated_at)
     select distinct on (s.company_id) s.company_id, s.id, 'https://example.com', '{*}', '2026-01', 'whsec_' || repeat('x', 43) || '=', now(), now()
     from app.stores s order by s.company_id, s.id`,
  );
  // Of each order what was told of it, over a month and a day: the clean-up has a day's worth to do.
  await admin.query(
    `insert into app.events (id, company_id, store_id, type, object_id, object, created_at)
     select uuidv7(w.ago), o.company_id, o.store_id, 'order.updated', o.id,
       json_build_object('id', o.id, 'number', o.number, 'filler', repeat('x', 700)), now() + w.ago
     from (select o.*, row_number() over () as n from app.orders o) o
     cross join generate_series(1, 3) k
     cross join lateral (select - make_interval(secs => (o.n * 7919 + k * 104729) % (31 * 86400)) as ago) w`,
  );
  await admin.query(
    `insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, attempts, finished_at, created_at)
     select e.company_id, e.store_id, p.id, e.id, 'delivered', 1, e.created_at, e.created_at
     from app.events e join app.webhook_endpoints p on p.store_id = e.store_id`,
  );
  await admin.query(
    `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, response_status,
       duration_ms, created_at)
     select d.company_id, d.store_id, d.endpoint_id, d.id, 1, 'delivered', 200, 20, d.created_at from app.webhook_deliveries d`,
  );
  await admin.query('set session_replication_role = origin');
  const keys: TestKey[] = [];
  // Those that have one copy each; the first has half of all.
  const companiesWithKeys = await ask('select id from app.companies order by id offset 1 limit 20');
  for (const { id } of companiesWithKeys) {
    const shop = await findShop(admin, id);
    await stockVariant(admin, shop, { sku: 'CROWD', quantity: 1_000_000 });
    keys.push(await createKey(admin, id, { storeId: shop.stores[0].id }));
  }
  await admin.query(
    `insert into app.api_keys (id, company_id, store_id, lineage_id, name, type, prefix, sample, last4, key_hash, scopes)
     select k.id, k.company_id, k.store_id, k.id, 'Other', 'store', 'service_sk_', 'service_sk_xxxx', 'xxxx', sha256(k.id::text::bytea), '{}'
     from (select uuidv7() as id, s.company_id, s.id as store_id from app.stores s) k`,
  );
  const sessions = (
    await ask(`select sha256(id::text::bytea) as hash from app.staff where email ~ '^1@' limit 50`)
  ).map(({ hash }) => hash as Buffer);
  progress.at(`sealing ${companies} companies`);
  for (const timer of [`seal_history(1000000, '0')`, `seal_history(1000000, '0')`, 'seal_ledger(1000000)'])
    while ((await ask(`select 1 from internal.${timer}`)).length > 0);
  for (const name of ['fold_order_counts', 'fold_sales_changes', 'fold_product_counts'])
    while (Number((await ask(`select internal.${name}() as n`))[0].n) > 0);
  await admin.query('vacuum analyze');
  await admin.end();
  const [client, gateway] = [new pg.Client(url), new pg.Client(withLogin(url, 'haat_gateway'))];
  await Promise.all([client.connect(), gateway.connect()]);
  const pidOf = async (of: pg.Client) => (await of.query('select pg_backend_pid() as pid')).rows[0].pid as number;
  print(`${companies} companies: made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return { url, client, pid: await pidOf(client), gateway, gatewayPid: await pidOf(gateway), keys, sessions };
}

/** How many locks the transaction of each timer holds at its end, of how many that there is room for. */
async function locks({ client }: Crowd): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const { name } of timers) {
    await client.query('begin; set local role haat_worker');
    await client.query(`select count(*) from internal.${name}()`);
    await client.query('reset role');
    const { rows: held } = await client.query(
      `select count(*)::integer as all, count(*) filter (where locktype = 'advisory')::integer as advisory
       from pg_locks where pid = pg_backend_pid()`,
    );
    await client.query('rollback');
    rows.push([name, held[0].all, held[0].advisory]);
  }
  const { rows: room } = await client.query(
    `select current_setting('max_locks_per_transaction')::integer * (current_setting('max_connections')::integer
       + current_setting('max_prepared_transactions')::integer) as locks`,
  );
  const most = rows.toSorted((x, y) => Number(y[1]) - Number(x[1])).slice(0, 3);
  return `\n${table([`locks, of ${room[0].locks}`, 'all', 'advisory'], most)}`;
}

/** The largest tables, and what a vacuum of each costs after a tenth of its rows have been written anew. */
async function largest({ client, pid }: Crowd): Promise<string> {
  const { rows } = await client.query(
    `select c.oid::regclass::text as name, c.reltuples::bigint as rows, pg_total_relation_size(c.oid) as bytes,
       pg_indexes_size(c.oid) as indexes
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'app'::regnamespace order by bytes desc limit 8`,
  );
  const found: (string | number)[][] = [];
  for (const { name, rows: count, bytes, indexes } of rows) {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(`delete from ${name} where hashtext(ctid::text) % 10 = 0`);
    await client.query('commit');
    const before = processorTime([pid]);
    await client.query(`vacuum ${name}`);
    const seconds = (processorTime([pid]) - before) / 1e6;
    found.push([name, count, Math.round(bytes / 1e6), Math.round(indexes / 1e6), seconds.toFixed(1)]);
  }
  return `\n${table(['largest tables', 'rows', 'MB', 'of it indexes', 'vacuum after a tenth left, s'], found)}`;
}
