// A catalog of 10,000 products with 3 variants moves in from a Shopify export: it is shown what would be done, taken in by a job
// as the workers run it, taken in once more, and written out again; then it is shown what 2,000, 5,000 and 20,000 open orders
// would do. Of each, whether the last quarter cost more than the first. `--products=1000` and `--orders=2000` for less. On a
// durable server that analyzes tables as they grow: without, plans of the empty shop stay.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openPool, urlAs, withClient } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { type Planned, plan } from '../../server/import-export/plan.ts';
import { countOptions, type One, pager, planner, roomFor } from '../../server/import-export/queries.ts';
import { openFile } from '../../server/import-export/read-file.ts';
import { writeFile } from '../../server/import-export/write-file.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { runJobs } from '../helpers/jobs.ts';
import { asCompany, createShop } from '../helpers/shop.ts';
import { hire } from '../helpers/staff.ts';
import { processorTime, progress, type Scenario, table } from './scenario.ts';
import { openShops } from './shops/index.ts';

const given = (name: string, usual: number) =>
  Number(process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const products = given('products', 10_000);
const orders = given('orders', 20_000);
const header =
  'Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Cost per item,Status\n';

function writeExport(file: string): void {
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, header);
  const text = '<p>হাতে বোনা কাপড়, ঢাকায় তৈরি।</p>'.repeat(20);
  for (let n = 0; n < products; n++) {
    const image = `https://cdn.example/p${n}.jpg`;
    const rows = ['S', 'M', 'L'].map((size, v) => {
      const own = v === 0 ? `Product ${n},"${text}",Brand ${n % 50},Type ${n % 40},TRUE` : ',,,,';
      const names = v === 0 ? ['Size', 'Colour'] : ['', ''];
      const picture = v === 0 ? `${image},1` : ',';
      return `product-${n},${own},${names[0]},${size},${names[1]},Colour ${n % 30},P${n}-${size},250,shopify,${1 + (n % 90)},${900 + (n % 100)}.00,1200.00,${picture},450.00,${v === 0 ? 'active' : ''}\n`;
    });
    fs.writeSync(out, rows.join(''));
  }
  fs.closeSync(out);
}

/** Orders of two lines, of half as many customers. */
function writeOrders(file: string, count: number): void {
  const customers = Math.ceil(count / 2);
  const rows = Array.from({ length: count }, (_, n) => {
    // One in 90 has no stock.
    const sku = (k: number) => `P${(n * 7 + k) % products}-M`;
    const who = `Customer ${n % customers},017${String(10_000_000 + (n % customers))}`;
    return `W${n},${who},${sku(0)},1,900,60,1860\n,,,${sku(1)},1,900,,\n`;
  });
  fs.writeFileSync(
    file,
    `order_number,customer_name,customer_phone,sku,quantity,unit_price,shipping_charge,cod_amount\n${rows.join('')}`,
  );
}

/** Processor time of this process and of Postgres for each piece: of the last quarter against the first. */
class Growth {
  readonly #admin: pg.Pool;
  readonly #total: number;
  #before = new Map<number, number>();
  #spent = 0;
  #seen: { done: number; spent: number }[] = [];

  constructor(admin: pg.Pool, total: number) {
    this.#admin = admin;
    this.#total = total;
  }

  /** To be told often: of a connection that closes, what it did since the last time is not counted. */
  async note(done: number): Promise<void> {
    const { rows } = await this.#admin.query(`select pid from pg_stat_activity where backend_type = 'client backend'`);
    const now = new Map([process.pid, ...rows.map(({ pid }) => pid)].map((pid) => [pid, processorTime([pid])]));
    for (const [pid, time] of now) this.#spent += this.#before.has(pid) ? time - this.#before.get(pid)! : 0;
    this.#before = now;
    this.#seen.push({ done, spent: this.#spent });
  }

  ratio(): string {
    if (this.#seen.length < 20) return '';
    const at = (share: number) => this.#seen.find(({ done }) => done >= share * this.#total) ?? this.#seen.at(-1)!;
    const each = (from: number, to: number) => (at(to).spent - at(from).spent) / (at(to).done - at(from).done);
    return (each(0.75, 1) / each(0, 0.25)).toFixed(2);
  }
}

/** Seconds that the work took, and the most memory of this process meanwhile. */
async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; megabytes: number }> {
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const timer = setInterval(look, 50);
  const started = performance.now();
  await work();
  look();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1000, megabytes: most / 1_048_576 };
}

export const openCluster = openShops;

export const run: Scenario = async (cluster, print) => {
  const dropDatabase = () =>
    withClient(cluster.url('postgres'), (client) => client.query('drop database if exists bench with (force)'));
  await dropDatabase();
  await migrate(cluster.url('bench'), { includeCurrent: true });
  const admin = openPool(cluster.url('bench'));
  const worker = openPool(await urlAs({ url: cluster.url('bench'), loginsPerRole: true }, 'haat_worker'));
  const db = { admin, as: () => worker } as unknown as TestDatabase;
  const shop = await createShop(admin);
  await admin.query('update app.plans set job_lines_per_day = null');
  const [{ id: storeId }] = shop.stores;
  const member = await hire(db, shop.companyId, { role: 'owner' });
  const permissions = ['catalog.manage', 'inventory.manage', 'costs.read', 'orders.manage'];
  const one: One = (sql, values) =>
    asCompany(admin, shop.companyId, async (client) => (await client.query(sql, values)).rows[0], {
      id: member.id,
      name: 'Owner',
      permissions,
    });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-bench-'));
  const file = path.join(folder, 'products.csv');
  writeExport(file);

  const planned = async (): Promise<AsyncGenerator<Planned>> => {
    const stocking = { locationId: shop.locationId };
    const { lines } = await openFile(file, { kind: 'products', mediaUrl: 'https://media.example', stocking });
    return plan('products', lines, planner(one, storeId));
  };
  /** Told of every hundredth of the work. */
  const noting = (growth: Growth, total: number) => {
    let done = 0;
    return async () => {
      if (done++ % Math.ceil(total / 100) === 0) await growth.note(done);
    };
  };
  const look = async (growth: Growth) => {
    const note = noting(growth, products);
    for await (const { action } of await planned()) {
      if (action === 'refuse') throw new Error('refused');
      await note();
    }
  };
  const takeIn = async (growth: Growth) => {
    const { id } = await one(`select internal.start_import($1, 'products', 'shopify', 'bench') as id`, [storeId]);
    let waiting: object[] = [];
    const add = async () => {
      await one('select internal.add_import_lines($1, $2)', [id, JSON.stringify(waiting)]);
      waiting = [];
    };
    for await (const { line, input } of await planned()) {
      waiting.push({ line, input: { ...input, store_id: storeId } });
      if (waiting.length === 200) await add();
    }
    if (waiting.length > 0) await add();
    await one('select internal.queue_import($1)', [id]);
    const succeeded = () => admin.query('select succeeded_count from app.jobs where id = $1', [id]);
    await growth.note(0);
    await runJobs(db, shop.companyId, async () => growth.note((await succeeded()).rows[0].succeeded_count));
    const { rows } = await succeeded();
    if (rows[0].succeeded_count !== products) throw new Error(`only ${rows[0].succeeded_count} came in`);
  };
  const out = async () => {
    const target = fs.createWriteStream(path.join(folder, 'out.csv'));
    for await (const text of writeFile(
      'products',
      'haat',
      await countOptions(one, storeId),
      pager(one, 'products', storeId),
    ))
      target.write(text);
    await new Promise((resolve) => target.end(resolve));
  };

  const rows: string[][] = [];
  const grown = 'last quarter / first, processor time of each';
  const steps = {
    'shown what it would do': look,
    'taken in by a job': takeIn,
    'taken in again': takeIn,
    'written out': out,
  };
  for (const [name, work] of Object.entries(steps)) {
    progress.at(name);
    const growth = new Growth(admin, products);
    const { seconds, megabytes } = await measured(() => work(growth));
    rows.push([name, seconds.toFixed(1), (products / seconds).toFixed(0), megabytes.toFixed(0), growth.ratio()]);
  }
  const size = (fs.statSync(file).size / 1_048_576).toFixed(0);
  print(
    table(
      [`${products} products with 3 variants, ${size} MB`, 'seconds', 'products a second', 'MB at most', grown],
      rows,
    ),
  );
  const shown: string[][] = [];
  await admin.query('update app.inventory_levels set on_hand = 1000000, last_sequence = last_sequence');
  for (const count of [orders / 10, orders / 4, orders]) {
    progress.at(`shown what ${count} orders would do`);
    writeOrders(file, count);
    const growth = new Growth(admin, count);
    const note = noting(growth, count);
    const { seconds, megabytes } = await measured(async () => {
      const room = await roomFor(one, 'orders', storeId);
      const { lines } = await openFile(file, { kind: 'orders', mediaUrl: '', stocking: null });
      const own = { store_id: storeId, location_id: shop.locationId };
      for await (const { action, problems } of plan('orders', lines, planner(one, storeId, own), room)) {
        if (action !== 'create') throw new Error(JSON.stringify(problems));
        await note();
      }
    });
    shown.push([String(count), seconds.toFixed(1), (count / seconds).toFixed(0), megabytes.toFixed(0), growth.ratio()]);
  }
  print(table(['open orders shown', 'seconds', 'orders a second', 'MB at most', grown], shown));
  fs.rmSync(folder, { recursive: true });
  await Promise.all([admin.end(), worker.end()]);
  await dropDatabase();
};
