// What cells cost: processor time of a call, of the API process and of Postgres together, where there is one database by
// DATABASE_URL, one by CELLS, and three by CELLS; the same companies in each, in three thirds of them a cell. The contestants take
// turns, and each ratio is the median of those of the rounds, so what else the machine does changes it little.
import { openPool, withClient } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';
import { LeanClient } from './http-client.ts';
import { median, processorTime, progress, type Scenario, table } from './scenario.ts';
import { startServer } from './service.ts';

const callers = 4;
const companies = 6;
const rounds = Number(process.argv.findLast((given) => given.startsWith('--rounds='))?.slice(9) ?? 30);
const kinds = { 'create order': 120, 'GET /me': 800 };
type Kind = keyof typeof kinds;

/** The databases of each. */
const contestants = { DATABASE_URL: ['one'], 'CELLS with one': ['alone'], 'CELLS with three': ['a', 'b', 'c'] };
type Name = keyof typeof contestants;

interface Contestant {
  name: Name;
  pids: number[];
  keys: string[];
  http: LeanClient;
  stop(): Promise<void>;
}

export const run: Scenario = async (cluster, print) => {
  const all: Contestant[] = [];
  for (const name of Object.keys(contestants) as Name[]) all.push(await begin(cluster.url, name));
  const spent: Record<string, number[]> = {};
  const work = async (one: Contestant, kind: Kind, calls: number, keys = one.keys) => {
    let n = 0;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (n < calls) await call({ ...one, keys }, kind, n++);
      }),
    );
  };
  // All callers at each cell, so that each has all of its connections before it is measured, and these have their plans.
  const warmUp = async (one: Contestant, kind: Kind) => {
    const cells = contestants[one.name].length;
    for (let cell = 0; cell < cells; cell++)
      await work(
        one,
        kind,
        kinds[kind] * 2,
        one.keys.filter((_, n) => n % cells === cell),
      );
  };
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const one of all) await warmUp(one, kind);
    for (const one of all) one.pids = [one.pids[0]!, ...(await backends(cluster.url, one.name))];
    for (let round = 0; round < rounds; round++) {
      progress.at(`measuring ${kind}`, round, rounds);
      // This Postgres has no autovacuum, and an order that finds a thousand dead versions of a row pays for them.
      if (round % 5 === 0) for (const one of all) await vacuum(cluster.url, one.name);
      const turns = all.map((_, place) => all[(place + round) % all.length]!);
      for (const one of turns) {
        const before = processorTime(one.pids);
        await work(one, kind, kinds[kind]);
        const key = `${kind} ${one.name}`;
        spent[key] = [...(spent[key] ?? []), (processorTime(one.pids) - before) / kinds[kind]];
      }
    }
    for (const one of all)
      if ((await backends(cluster.url, one.name)).length !== one.pids.length - 1)
        throw new Error(`${one.name}: connections came or went while it was measured`);
  }
  const rows = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    all.map(({ name }) => {
      const own = spent[`${kind} ${name}`]!;
      const ratios = own.map((time, round) => time / spent[`${kind} DATABASE_URL`]![round]!);
      return [kind, name, median(own).toFixed(0), name === 'DATABASE_URL' ? '' : median(ratios).toFixed(3)];
    }),
  );
  print(table(['call', 'databases', 'µs of processor', 'of DATABASE_URL'], rows));
  for (const one of all) await one.stop();
};

async function begin(url: (database: string) => string, name: Name): Promise<Contestant> {
  const databases = contestants[name];
  const keys: string[] = [];
  for (const [place, database] of databases.entries()) {
    progress.at(`making ${database}`);
    await make(url, database);
    const admin = openPool(url(database), { max: 2 });
    for (let n = 0; n < companies / databases.length; n++) {
      const shop = await createShop(admin);
      await stockVariant(admin, shop, { sku: 'GOODS', quantity: 1_000_000 });
      keys[n * databases.length + place] = shop.storeKey.key;
    }
    await admin.query('vacuum analyze');
    await admin.end();
  }
  const cells = databases.map((database) => ({ name: database, url: url(database) }));
  const server = await startServer(name === 'DATABASE_URL' ? cells[0]!.url : cells, callers);
  const http = new LeanClient(server.origin, callers, []);
  const stop = async () => {
    http.close();
    await server.stop();
  };
  return { name, pids: [server.pid], keys, http, stop };
}

/** Migrated once, and copied. */
const empty = 'empty';
let isThere = false;

async function make(url: (database: string) => string, database: string): Promise<void> {
  if (!isThere) await migrate(url(empty), { includeCurrent: true });
  isThere = true;
  await withClient(url('postgres'), (client) =>
    client.query(`create database ${database} template ${empty} strategy file_copy`),
  );
  // A copy has not the grants on its database.
  await migrate(url(database), { includeCurrent: true });
}

let sent = 0;
async function call({ keys, http }: Contestant, kind: Kind, n: number): Promise<void> {
  const authorization = `authorization: Bearer ${keys[n % keys.length]}`;
  if (kind === 'GET /me')
    return void (await http.request({ method: 'GET', path: '/ext/v1/me', headers: [authorization] }));
  const customer = { phone: `017${10_000_000 + (n % 500)}`, full_name: 'Bench' };
  await http.request({
    method: 'POST',
    path: '/ext/v1/orders',
    headers: [authorization, 'content-type: application/json', `idempotency-key: order-${sent++}`],
    body: JSON.stringify({ customer, items: [{ sku: 'GOODS', quantity: 1 }] }),
  });
}

async function vacuum(url: (database: string) => string, name: Name): Promise<void> {
  for (const database of contestants[name]) await withClient(url(database), (client) => client.query('vacuum analyze'));
}

async function backends(url: (database: string) => string, name: Name): Promise<number[]> {
  return withClient(url('postgres'), async (client) => {
    const { rows } = await client.query(
      `select pid from pg_stat_activity where datname = any ($1) and backend_type = 'client backend'`,
      [contestants[name]],
    );
    return rows.map(({ pid }) => pid as number);
  });
}
