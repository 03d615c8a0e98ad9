// How long a company takes to move to another database, and for how long its writes wait: a small one, and one with 50,000
// orders, each while orders come in.
import type pg from 'pg';
import { moveCompany } from '../../db/cli/move-company.ts';
import { openPool, withClient, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { callGate, createKey } from '../helpers/shop.ts';
import { progress, type Scenario } from './scenario.ts';
import { makeShop } from './shops/index.ts';

const pattern = { products: 8, customers: 120, orders: 240, adjustments: 480 };
const cases = [
  { name: '240 orders', copies: 1 },
  { name: '50,000 orders', copies: 208 },
];

/** As the timers have done where workers run: what they have not sealed yet is sealed while writes wait. */
async function seal(admin: pg.Pool): Promise<void> {
  for (const timer of [`seal_history(1000000, '0')`, `seal_history(1000000, '0')`, 'seal_ledger(1000000)'])
    while (((await admin.query(`select 1 from internal.${timer}`)).rowCount ?? 0) > 0);
}

export const run: Scenario = async (cluster, print) => {
  print('company         rows  copy, s  rows/s  writes wait, ms  longest of a writer, ms');
  for (const [index, { name, copies }] of cases.entries()) {
    const cells = await Promise.all(
      ['a', 'b'].map(async (cell) => {
        const database = `move_${cell}_${index}`;
        await withClient(cluster.url('postgres'), (client) => client.query(`create database ${database}`));
        const url = cluster.url(database);
        await migrate(url, { includeCurrent: true });
        return { name: cell, url };
      }),
    );
    const [a, b] = cells as [(typeof cells)[0], (typeof cells)[0]];
    progress.at(`making a shop with ${name}`);
    const company = await makeShop(a.url, pattern, { full: copies, shelves: 0, companies: 1, customers: 0 });
    const admin = openPool(a.url, { max: 2 });
    const { rows: plans } = await admin.query('select to_jsonb(p) as plan from app.plans p');
    for (const { plan } of plans)
      await withClient(b.url, (client) =>
        client.query('insert into app.plans select * from jsonb_populate_record(null::app.plans, $1)', [plan]),
      );
    const { rows } = await admin.query(
      `select v.sku, v.store_id from app.variants v join app.inventory_levels l on l.variant_id = v.id
       where v.company_id = $1 and v.status = 'active' order by l.on_hand - l.reserved desc limit 1`,
      [company],
    );
    const key = await createKey(admin, company, { storeId: rows[0].store_id });
    await seal(admin);
    await admin.query('vacuum analyze');
    const pools = cells.map(({ url }) => openPool(withLogin(url, 'haat_gateway'), { max: 2 }));
    progress.at(`moving ${name}`);
    let isMoving = true;
    let longest = 0;
    const order = {
      customer: { phone: '01712345678', full_name: 'Rahim' },
      items: [{ sku: rows[0].sku, quantity: 1 }],
    };
    const writer = (async () => {
      for (let n = 0; isMoving; n++) {
        const began = performance.now();
        for (let at = 0; ; at = 1 - at) {
          const { outcome } = await callGate(pools[at]!, key, 'create_order', order, { idempotencyKey: `order ${n}` });
          if (!/^HT0(01|18|19)$/.test(outcome.sqlstate ?? '')) break;
        }
        longest = Math.max(longest, performance.now() - began);
      }
    })();
    const began = performance.now();
    let copied = began;
    const done = await moveCompany({
      cells,
      company,
      to: 'b',
      reached: (step) => {
        if (step === 'copied') copied = performance.now();
      },
    });
    isMoving = false;
    await writer;
    await Promise.all([admin, ...pools].map((pool) => pool.end()));
    const seconds = (copied - began) / 1000;
    print(
      [
        name.padEnd(13),
        done.rows,
        seconds.toFixed(1),
        Math.round(done.rows / seconds),
        done.pause_ms,
        Math.round(longest),
      ]
        .map((value, column) => String(value).padStart([13, 7, 8, 7, 16, 24][column]!))
        .join(' '),
    );
  }
};
