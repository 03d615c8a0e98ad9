// What a line adds to the work of an order is counted and not timed: how often a table is looked into for it, checks of
// foreign keys included.
import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

const many = 21;
/** Variant 4, options 3, product 2, pictures 2, level 2, and its cost, location and order; a look more needs a reason. */
const looksOfALine = 16;

let db: TestDatabase;
let shop: TestShop;

test.before(async () => {
  db = await freshDatabase('holds a large shop');
  shop = await createShop(db.admin);
  for (let n = 0; n < many; n++) await stockVariant(db.admin, shop, { sku: `SKU-${n}`, quantity: 100 });
});
test.after.always(() => db?.drop());

const looksText = `select coalesce(sum(seq_scan + idx_scan), 0)::integer as looks,
    coalesce(sum(seq_scan + idx_scan) filter (where relname = 'stores'), 0)::integer as at_stores
  from pg_stat_xact_user_tables where schemaname = 'app'`;

/** How often tables are looked into by an order of so many lines, in a transaction that is undone. */
async function looksOf(client: pg.PoolClient, lines: number): Promise<{ looks: number; at_stores: number }> {
  const items = Array.from({ length: lines }, (_, n) => ({ sku: `SKU-${n}`, quantity: 1 }));
  const input = JSON.stringify({ customer: { phone: '01711111111', full_name: 'Salma Begum' }, items });
  await client.query('begin');
  const { rows: before } = await client.query(looksText);
  const { rows } = await client.query('select * from gate.run($1, $2, $3, $4, $5, $6)', [
    shop.storeKey.hash,
    'create_order',
    input,
    randomUUID(),
    createHash('sha256').digest(),
    'test-request',
  ]);
  if (rows[0].outcome.sqlstate) throw new Error(JSON.stringify(rows[0].outcome));
  const { rows: after } = await client.query(looksText);
  await client.query('rollback');
  return { looks: after[0].looks - before[0].looks, at_stores: after[0].at_stores - before[0].at_stores };
}

test('a line of an order is looked up a few times, and its store not once', async (t) => {
  const client = await db.as('haat_gateway', { max: 1 }).connect();
  // The first order fills the caches of its connection.
  await looksOf(client, 1);
  const [small, large] = [await looksOf(client, 1), await looksOf(client, many)];
  client.release();
  const ofALine = (large.looks - small.looks) / (many - 1);
  t.true(ofALine <= looksOfALine, `${ofALine} looks a line`);
  t.is(large.at_stores, small.at_stores);
});

test('what a policy prepares for each table of a statement is small', async (t) => {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local role haat_owner');
    const { rows } = await client.query('explain (verbose, costs off) select from app.orders');
    await client.query('rollback');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const prepared = [...plan.matchAll(/Output: (.*internal\.proven_setting.*)/g)].map(([, expression]) => expression!);
    t.is(prepared.length, 2, plan);
    // The setting itself, where it may not be believed the function that asks for a proof, and for the company that of staff.
    t.deepEqual(
      prepared.map((expression) => expression.match(/[a-z_.]+(?=\()/g)),
      [
        ['internal.staff_company_id', 'current_setting', 'internal.proven_setting'],
        ['current_setting', 'internal.proven_setting'],
      ],
    );
  } finally {
    client.release();
  }
});
