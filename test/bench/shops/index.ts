// The standard shops S, M and L. Each is made once, on a durable cluster as in production, and kept below the
// directory for temporary files, under a name that says of which schema and maker it is.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openPool, withClient, withLogin } from '../../../db/connect/connection.ts';
import { type Cluster, openCluster } from '../../../db/embedded/cluster.ts';
import { migrate } from '../../../db/migrate/migrate.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { openDesk } from '../../helpers/orders.ts';
import { createKey, createShop, type TestShop } from '../../helpers/shop.ts';
import { type Copies, copyPattern } from './copies.ts';
import { fillShelves, type PatternSize, trade } from './pattern.ts';
import { addRarities } from './rarities.ts';

const pattern: PatternSize = { products: 8, customers: 120, orders: 240, adjustments: 480 };
const ordersOfOne = pattern.orders;
const variantsOfOne = pattern.products * 3;

const copiesOf = (orders: number, variants: number, customers: number, companies: number): Copies => {
  const full = Math.round(orders / ordersOfOne);
  return {
    full,
    shelves: Math.max(0, Math.round(variants / variantsOfOne) - full),
    companies,
    customers: Math.max(0, customers - full * pattern.customers),
  };
};

/** L may be made smaller: HAAT_BENCH_L is the share of it. */
const share = Number(process.env.HAAT_BENCH_L ?? 1);
export const sizes = {
  S: copiesOf(10_000, 1_000, 5_000, 1),
  M: copiesOf(100_000, 30_000, 300_000, 1),
  L: copiesOf(1_000_000 * share, 100_000 * share, 0, Math.max(2, 1_000 * share)),
};
export type Size = keyof typeof sizes;

export type StandardShop = {
  name: string;
  url: string;
  admin: pg.Pool;
  gateway: pg.Pool;
  /** The first company, with its ids and with keys of its own. */
  shop: TestShop;
  close(): Promise<void>;
};

/** Makes the copies of a pattern in a database that is migrated and empty; gives the first company. */
export async function makeShop(url: string, size: PatternSize, copies: Copies): Promise<string> {
  const admin = openPool(url);
  const gateway = openPool(withLogin(url, 'haat_gateway'), { max: 8 });
  try {
    const shop = await createShop(admin);
    const desk = await openDesk({ url, admin, as: () => gateway } as unknown as TestDatabase, shop);
    const skus = await fillShelves(desk, size);
    const companyId = await copyPattern(admin, shop.companyId, copies, () => trade(desk, skus, size));
    await addRarities(admin, gateway, await findShop(admin, companyId));
    await storeDocuments(admin);
    return companyId;
  } finally {
    await Promise.all([admin.end(), gateway.end()]);
  }
}

/** What a worker does where products came round the procedures, or the release shows them in another form. */
async function storeDocuments(admin: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await admin.query('select internal.store_missing_documents() as stored');
    if (rows[0].stored === 0) return;
  }
}

/** The company's ids as the tests name them. */
export async function findShop(admin: pg.Pool, companyId: string): Promise<TestShop> {
  const ids = async (table: string, where: string, key: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await admin.query(`select ${key} as key, id from app.${table} where ${where} order by created_at, id`)).rows.map(
        (row) => [row.key, row.id],
      ),
    );
  const ofCompany = `company_id = '${companyId}'`;
  const locations = await ids('locations', ofCompany, 'name');
  const stores = await Promise.all(
    Object.values(await ids('stores', ofCompany, 'id')).map(async (id) => {
      const methods = await ids('payment_methods', `store_id = '${id}'`, 'type');
      return {
        id,
        channels: await ids('channels', `store_id = '${id}'`, 'slug'),
        paymentMethods: { cod: methods.cod!, bkash: methods.wallet!, card: methods.card! },
      };
    }),
  );
  const { rows } = await admin.query('select plan_id from app.companies where id = $1', [companyId]);
  return {
    companyId,
    planId: rows[0].plan_id,
    locationId: locations.Dhaka!,
    secondLocationId: locations.Chattogram!,
    stores: stores as unknown as TestShop['stores'],
    companyKey: await createKey(admin, companyId),
    storeKey: await createKey(admin, companyId, { storeId: stores[0]!.id }),
  };
}

/** Where the shops are kept. A committed migration, or a change of the maker, makes them anew; what is being written is applied. */
export function openShops(): Promise<Cluster> {
  const root = path.join(import.meta.dirname, '../../..');
  const hash = createHash('sha256');
  const files = ['db/migrations/committed', 'test/bench/shops'].flatMap((directory) =>
    (fs.readdirSync(path.join(root, directory), { recursive: true }) as string[])
      .map((name) => path.join(root, directory, name))
      .filter((name) => fs.statSync(name).isFile())
      .toSorted(),
  );
  for (const file of files) hash.update(fs.readFileSync(file));
  return openCluster(path.join(os.tmpdir(), `haat-shops-${hash.digest('hex').slice(0, 12)}`), 'durable');
}

/** Opens a shop, which is made where it is not there yet; its code is brought up to date. */
export async function openShop(cluster: Cluster, size: Size, print: (line: string) => void): Promise<StandardShop> {
  const name = size === 'L' && share !== 1 ? `shop_l_${String(share).replace('.', '_')}` : `shop_${size.toLowerCase()}`;
  const { rows } = await withClient(cluster.url('postgres'), (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  );
  if (rows.length === 0) {
    const started = performance.now();
    const unfinished = `${name}_unfinished`;
    await withClient(cluster.url('postgres'), (client) =>
      client.query(`drop database if exists ${unfinished} with (force)`),
    );
    await migrate(cluster.url(unfinished), { includeCurrent: true });
    const companyId = await makeShop(cluster.url(unfinished), pattern, sizes[size]);
    await withClient(cluster.url(unfinished), (client) => client.query('vacuum (analyze)'));
    await withClient(cluster.url('postgres'), async (client) => {
      await client.query(`comment on database ${unfinished} is '${companyId}'`);
      await client.query(`alter database ${unfinished} rename to ${name}`);
    });
    print(`shop ${size}: made in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  const url = cluster.url(name);
  await migrate(url, { includeCurrent: true });
  const admin = openPool(url);
  await storeDocuments(admin);
  const known = await admin.query(
    `select shobj_description(oid, 'pg_database') as id from pg_database where datname = current_database()`,
  );
  const gateway = openPool(withLogin(url, 'haat_gateway'));
  return {
    name: size,
    url,
    admin,
    gateway,
    shop: await findShop(admin, known.rows[0].id),
    close: async () => {
      await Promise.all([admin.end(), gateway.end()]);
    },
  };
}
