// haat_dba: people in psql. It reads every tenant and writes nothing, whatever it tries.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';

let db: TestDatabase;
let shop: TestShop;
let rival: TestShop;
test.before(async () => {
  db = await freshDatabase('reads whole tables');
  shop = await createShop(db.admin);
  rival = await createShop(db.admin);
  await stockVariant(db.admin, shop, { sku: 'OURS' });
  await stockVariant(db.admin, rival, { sku: 'THEIRS' });
});
test.after.always(() => db?.drop());

test('its sessions are read only, and switching that off does not help', async (t) => {
  const { rows: tables } = await db.admin.query(
    `select c.oid::regclass::text as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as first_column
     from pg_class c where c.relnamespace::regnamespace::text in ('app', 'gate', 'internal', 'graphile_worker') and c.relkind in ('r', 'p')`,
  );
  t.true(tables.length > 30);
  const client = await db.as('haat_dba').connect();
  try {
    await t.throwsAsync(client.query('delete from app.orders'), { code: '25006' });
    await client.query('set default_transaction_read_only = off');
    for (const { name, first_column: column } of tables) {
      for (const statement of [
        `insert into ${name} default values`,
        `update ${name} set ${column} = default`,
        `delete from ${name}`,
        `truncate ${name}`,
      ])
        await t.throwsAsync(client.query(statement), { code: '42501' }, statement);
    }
    for (const statement of [
      'create table app.mine (id int)',
      'create schema mine',
      'drop view ledger.movements',
      'alter table app.stock_movements disable trigger all',
      'set session_replication_role = replica',
      'set role haat_owner',
      'select nextval(pg_get_serial_sequence($$app.events$$, $$sequence$$))',
      'select lo_create(0)',
      'select lo_creat(-1)',
      `select lo_from_bytea(0, 'mine')`,
    ])
      await t.throwsAsync(client.query(statement), { code: '42501' }, statement);
  } finally {
    client.release(true);
  }
});

test('no function that writes is its to run', async (t) => {
  const { rows } = await db.admin.query(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace::regnamespace::text in ('internal', 'gate', 'api', 'staff', 'ledger') and p.provolatile = 'v'
       and has_schema_privilege('haat_dba', p.pronamespace, 'usage') and has_function_privilege('haat_dba', p.oid, 'execute')
     order by 1`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    ['internal.moved_now()', 'internal.now()'],
  );
});

test('secrets are kept from it', async (t) => {
  for (const [table, column] of [
    ['api_keys', 'key_hash'],
    ['staff', 'password_hash'],
    ['staff_sessions', 'token_hash'],
    ['idempotency_keys', 'result'],
    ['webhook_endpoints', 'secret'],
    ['webhook_endpoints', 'previous_secret'],
  ])
    await t.throwsAsync(db.as('haat_dba').query(`select ${column} from app.${table}`), { code: '42501' });
});

test('it reads every tenant: every table, every view, without any setting', async (t) => {
  const { rows: tables } = await db.admin.query(
    `select c.relname as name from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
       and not has_any_column_privilege('haat_dba', c.oid, 'select')`,
  );
  t.deepEqual(tables, []);
  const dba = db.as('haat_dba');
  const { rows } = await dba.query('select distinct company_id from ledger.movements order by 1');
  t.deepEqual(
    rows.map((row) => row.company_id),
    [shop.companyId, rival.companyId].sort(),
  );
  const { rows: views } = await db.admin.query(`select viewname as name from pg_views where schemaname = 'ledger'`);
  for (const { name } of views) await t.notThrowsAsync(dba.query(`select * from ledger.${name} limit 1`), name);
});

test("a short name finds the accountant's view first", async (t) => {
  const { rows } = await db
    .as('haat_dba')
    .query('select counted_amount from payments union all select on_hand from balances');
  t.deepEqual(
    rows.map((row) => Number(row.counted_amount)),
    [100, 100],
  );
});

test('balance_at tells what stood there at a moment, and what it was worth', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'PAST' });
  const {
    rows: [{ moment }],
  } = await db.admin.query('select clock_timestamp() as moment, pg_sleep(0.01)');
  await db.admin.query(
    `with owner as (select set_config('role', 'haat_owner', true), internal.act_as($1))
     select internal.adjust_stock($2, $3, '{"type": "purchase", "quantity_change": 100, "reason": "more", "unit_cost": 150}') from owner`,
    [shop.companyId, variantId, shop.locationId],
  );
  const at = async (when: unknown) =>
    (
      await db
        .as('haat_dba')
        .query('select on_hand, average_cost, stock_value from ledger.balance_at($1) where variant_id = $2', [
          when,
          variantId,
        ])
    ).rows;
  t.deepEqual(await at(moment), [{ on_hand: 100, average_cost: '50.0000', stock_value: '5000.00' }]);
  t.deepEqual(await at('infinity'), [{ on_hand: 200, average_cost: '100.0000', stock_value: '20000.00' }]);
  t.deepEqual(await at('2020-01-01'), []);
  const { rows } = await db
    .as('haat_dba')
    .query('select on_hand, average_cost, stock_value from ledger.balances where variant_id = $1', [variantId]);
  t.deepEqual(rows, await at('infinity'));
});

test('every table and view of ours, and every column of them, says what it is', async (t) => {
  const { rows } = await db.admin.query(
    `with relations as (
       select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('app', 'api', 'gate', 'internal', 'ledger', 'staff') and c.relkind in ('r', 'p', 'v', 'm', 'f')
     )
     select r.oid::regclass::text as object from relations r where obj_description(r.oid, 'pg_class') is null
     union all
     select r.oid::regclass || '.' || a.attname from relations r
     join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
     where col_description(r.oid, a.attnum) is null`,
  );
  t.deepEqual(rows, []);
});

test('it sees the sessions of all roles: who waits, since when, for what', async (t) => {
  const busy = await db.as('haat_gateway').connect();
  await busy.query('begin');
  const {
    rows: [{ pid }],
  } = await busy.query('select pg_backend_pid() as pid');
  const { rows } = await db
    .as('haat_dba')
    .query('select xact_start is not null as is_timed, query from pg_stat_activity where pid = $1', [pid]);
  await busy.query('rollback');
  busy.release();
  t.deepEqual(rows, [{ is_timed: true, query: 'select pg_backend_pid() as pid' }]);
});

test('what db/README.md tells it to watch can be asked', async (t) => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../db/README.md'), 'utf8');
  const [, section] = /^## What to watch\n(.*?)^## /ms.exec(page)!;
  const asked = [...section!.matchAll(/\| `(select .*?)` +\|/g)].map(([, query]) => query!);
  t.is(asked.length, 8);
  for (const query of asked) await t.notThrowsAsync(db.as('haat_dba').query(query), query);
});

test('a stock count by hand works as db/README.md writes it', async (t) => {
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'COUNTED' });
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../db/README.md'), 'utf8');
  const [recipe] = /^begin;\n.*?staff\.recount.*?^commit;$/ms.exec(page)!;
  const filled = recipe
    .replace('<company>', shop.companyId)
    .replace('<location>', shop.locationId)
    .replace('<sku>', 'COUNTED');
  t.notRegex(filled, /</);
  await db.admin.query(filled);
  const { rows } = await db
    .as('haat_dba')
    .query('select on_hand_after, reason, actor from movements where variant_id = $1 order by sequence desc limit 1', [
      variantId,
    ]);
  t.deepEqual(rows, [{ on_hand_after: 9, reason: 'Counted by hand', actor: 'Your name' }]);
});
