import test from 'ava';
import type pg from 'pg';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { asCompany, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('reads whole tables');
});
test.after.always(() => db?.drop());

/** Two companies whose ledgers are sealed twice, beside those of the tests before. */
async function sealedLedger() {
  const [shop, rival] = [await createShop(db.admin), await createShop(db.admin)];
  const variants: string[] = [];
  for (const sku of ['A', 'B', 'C']) variants.push((await stockVariant(db.admin, shop, { sku })).variantId);
  await stockVariant(db.admin, rival, { sku: 'R' });
  const first = await seal();
  for (const variantId of variants) for (let n = 0; n < 3; n += 1) await add(shop, variantId);
  const second = await seal();
  return { shop, rival, variants, first, second };
}

const seal = async (limit = 200_000) =>
  (await db.as('haat_worker').query('select company_id, number::int, row_count from internal.seal_ledger($1)', [limit]))
    .rows;

const verification = 'select company_id, seal::int, variant_id, sequence::int, problem from ledger.verify_seals()';
const verify = async () => (await db.as('haat_dba').query(verification)).rows;

const add = (shop: TestShop, variantId: string) =>
  asCompany(db.admin, shop.companyId, (client: pg.PoolClient) =>
    client.query(`select internal.adjust_stock($1, $2, '{"quantity_change": 1, "reason": "found"}')`, [
      variantId,
      shop.locationId,
    ]),
  );

/** What is found after going behind the service's back, as superuser, with every trigger and foreign key switched off. */
async function foundAfter(...statements: [text: string, values: unknown[]][]) {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [text, values] of statements) {
      const { rowCount } = await client.query(text, values);
      if (!rowCount) throw new Error('nothing was tampered with');
    }
    await client.query('set local role haat_dba');
    return (await client.query(verification)).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.serial('seals are written and read by those named only, and never rewritten', async (t) => {
  await sealedLedger();
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_dba'])
    await t.throwsAsync(db.as(role).query('select internal.seal_ledger()'), { code: '42501' }, role);
  await t.throwsAsync(db.as('haat_worker').query('select * from app.ledger_seals'), { code: '42501' });
  for (const statement of [
    'update app.ledger_seals set row_count = 1',
    'delete from app.ledger_seal_segments',
    'truncate app.ledger_seals cascade',
  ])
    await t.throwsAsync(db.admin.query(statement), { code: '23001' }, statement);
});

test.serial('each run seals what is new, company by company; a second run finds nothing', async (t) => {
  const { shop, rival, variants, first, second } = await sealedLedger();
  t.deepEqual(
    first,
    [
      { company_id: shop.companyId, number: 1, row_count: 3 },
      { company_id: rival.companyId, number: 1, row_count: 1 },
    ].sort((a, b) => (a.company_id < b.company_id ? -1 : 1)),
  );
  t.deepEqual(second, [{ company_id: shop.companyId, number: 2, row_count: 9 }]);
  t.deepEqual(await seal(), []);
  t.deepEqual(await verify(), []);
  // A small limit splits the rest, even inside one level.
  for (const variantId of variants) await add(shop, variantId);
  for (let n = 0; n < 3; n += 1) await add(shop, variants[0]!);
  t.deepEqual(
    (await seal(4)).map((row) => row.row_count),
    [4],
  );
  t.deepEqual(
    (await seal(4)).map((row) => row.row_count),
    [2],
  );
  t.deepEqual(await verify(), []);
});

test.serial('runs side by side seal each row once', async (t) => {
  const { shop, variants } = await sealedLedger();
  for (const variantId of variants) await add(shop, variantId);
  const runs = await Promise.all([seal(), seal(), seal()]);
  t.is(
    runs.flat().reduce((sum, row) => sum + row.row_count, 0),
    3,
  );
  t.deepEqual(await verify(), []);
});

test.serial('a run holds 256 locks at most, however many companies there are', async (t) => {
  const { rows } = await db.admin.query(
    'select count(distinct internal.seal_lock(uuidv4()))::int as locks from generate_series(1, 5000)',
  );
  t.is(rows[0].locks, 256);
});

test.serial(
  'a writer that commits after a seal is sealed by the next one, and neither waits for the other',
  async (t) => {
    const { shop, variants } = await sealedLedger();
    const slow = await db.admin.connect();
    await slow.query('begin');
    await slow.query('set local role haat_owner');
    await slow.query('select internal.act_as($1)', [shop.companyId]);
    await slow.query(`select internal.adjust_stock($1, $2, '{"quantity_change": 1, "reason": "slow"}')`, [
      variants[0],
      shop.locationId,
    ]);
    await add(shop, variants[1]!);
    // The seal passes a row lock that is held, and covers the row written later yet committed earlier.
    t.deepEqual(
      (await seal()).map((row) => row.row_count),
      [1],
    );
    await slow.query('commit');
    slow.release();
    t.deepEqual(
      (await seal()).map((row) => row.row_count),
      [1],
    );
    t.deepEqual(await verify(), []);

    const sealing = await db.admin.connect();
    await sealing.query('begin');
    await add(shop, variants[2]!);
    await sealing.query('select internal.seal_ledger()');
    await t.notThrowsAsync(add(shop, variants[2]!), 'a writer passes a seal that is not committed');
    await sealing.query('commit');
    sealing.release();
    t.deepEqual(await verify(), []);
  },
);

test.serial('a changed row is named, whatever was changed in it', async (t) => {
  const { shop, variants } = await sealedLedger();
  for (const change of [
    "reason = 'another'",
    'quantity_change = 2',
    'unit_cost = 1',
    "actor_name = 'nobody'",
    "created_at = created_at + interval '1 microsecond'",
    "request_id = ''",
  ])
    t.deepEqual(
      await foundAfter([
        `update app.stock_movements set ${change} where variant_id = $1 and sequence = 3`,
        [variants[1]],
      ]),
      [{ company_id: shop.companyId, seal: 2, variant_id: variants[1], sequence: 3, problem: 'the row was changed' }],
      change,
    );
});

test.serial('a removed row is named, even with its level made to fit', async (t) => {
  const { shop, variants } = await sealedLedger();
  t.deepEqual(
    await foundAfter(
      ['delete from app.stock_movements where variant_id = $1 and sequence = 4', [variants[2]]],
      ['update app.inventory_levels set on_hand = on_hand - 1, last_sequence = 3 where variant_id = $1', [variants[2]]],
    ),
    [{ company_id: shop.companyId, seal: 2, variant_id: variants[2], sequence: 4, problem: 'the row was removed' }],
  );
});

test.serial('of several changes the first in the chain is named', async (t) => {
  const { variants } = await sealedLedger();
  const change = `update app.stock_movements set reason = 'x' where variant_id = any ($1) and sequence = $2`;
  const found = await foundAfter([change, [variants, 4]], [change, [[variants[2]], 1]]);
  t.like(found[0], { seal: 1, variant_id: variants[2], sequence: 1 });
});

test.serial('a seal that was changed, forged or cut off is named', async (t) => {
  const { shop } = await sealedLedger();
  for (const [statement, number, problem] of [
    ['update app.ledger_seals set row_count = 2 where number = 1 and row_count = 3', 1, 'the seal was changed'],
    ["update app.ledger_seals set hash = sha256('x') where number = 2", 2, 'the seal was changed'],
    ["update app.ledger_seal_segments set digest = sha256('x') where number = 2", 2, 'the seal was changed'],
    ['delete from app.ledger_seal_segments where number = 1', 1, 'the seal was changed'],
    ['delete from app.ledger_seals where number = 2', 2, 'the seal is missing'],
  ] as const) {
    const found = await foundAfter([`${statement} and company_id = $1`, [shop.companyId]]);
    t.like(
      found.find((row) => row.company_id === shop.companyId),
      { seal: number, problem, sequence: null },
      statement,
    );
  }
});
