// npm run haat -- repair: what follows from other rows is worked out again where the audit finds it broken, and nothing else.
import test from 'ava';
import type pg from 'pg';
import { openBooks } from '../helpers/corruptions/kept-books.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { auditBooks } from '../helpers/invariants.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';

let db: TestDatabase;
let ids: Record<string, string>;
/** One connection, which has planned the checks. */
let books: pg.PoolClient;
test.before(async () => {
  ({ db, ids } = await openBooks('leaves damage'));
  books = await db.admin.connect();
});
test.after.always(async () => {
  books?.release();
  await db?.drop();
});

const haat = (...args: string[]) => runHaatHere(args, { DATABASE_URL: db.url });
const findings = () => auditBooks(books);

/** Goes behind the service's back, with triggers off. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await db.admin.connect();
  await client.query('begin; set local session_replication_role = replica');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
  client.release(true);
}

test.serial('what is asked for is one of the repairs', async (t) => {
  const { code, err } = await haat('repair', 'prices');
  t.is(code, 1);
  t.regex(err, /must be one of levels, orders, counts, products/);
  t.deepEqual(await db.admin.query('select distinct what from ledger.repairs order by 1').then(({ rows }) => rows), [
    { what: 'counts' },
    { what: 'levels' },
    { what: 'orders' },
    { what: 'products' },
  ]);
});

test.serial('each repair says what it would mend, and with --yes mends it: the books are sound again', async (t) => {
  for (const [what, ...statements] of [
    [
      'levels',
      `update app.inventory_levels set on_hand = on_hand + 1, last_sequence = 9 where variant_id = '${ids.variant}'`,
    ],
    ['orders', `update app.orders set payment_status = 'paid', due_amount = 0 where id = '${ids.order}'`],
    [
      'counts',
      `update app.coupons set used_count = 7 where id = '${ids.coupon}'`,
      `delete from app.order_count_changes where store_id = '${ids.store}'`,
      `delete from app.sales_changes where store_id = '${ids.store}'`,
    ],
    [
      'products',
      `update app.products set search_text = 'x', has_image = not has_image where id = '${ids.product}'`,
      `update app.product_documents set document = replace(document::text, '"name":"', '"name":"Not ')::json
       where product_id = '${ids.product}'`,
    ],
  ] as [string, ...string[]][]) {
    await tamper(...statements);
    const broken = await findings();
    t.true(broken.length > 0, what);
    const dry = await haat('repair', what, '--json');
    t.is(dry.code, 0, dry.err);
    t.true(JSON.parse(dry.out).every(({ result }: { result: string }) => result === 'would be mended'));
    t.deepEqual(await findings(), broken, `${what} wrote without --yes`);
    const done = await haat('repair', what, '--yes', '--json');
    t.is(done.code, 0, done.err);
    t.true(
      JSON.parse(done.out).every(({ result }: { result: string }) => result === 'mended'),
      done.out,
    );
    t.deepEqual(await findings(), [], what);
  }
});

test.serial('an order that was mended is told of by an event', async (t) => {
  const newest = async () =>
    (
      await db.admin.query(
        'select type, previous from app.events where object_id = $1 order by sequence desc limit 1',
        [ids.order],
      )
    ).rows[0];
  t.deepEqual(await newest(), { type: 'order.updated', previous: { payment_status: 'paid', due_amount: '0.00' } });
});

test.serial('counts are mended beside a sale that holds its coupon and waits for the calendar', async (t) => {
  await tamper(
    `update app.coupons set used_count = 7 where id = '${ids.coupon}'`,
    `update app.order_counts set orders = orders + 1 where store_id = '${ids.store}'`,
  );
  const sale = await db.admin.connect();
  t.teardown(() => sale.release(true));
  await sale.query('begin');
  await sale.query('select from app.coupons where id = $1 for no key update', [ids.coupon]);
  const repair = haat('repair', 'counts', '--yes', '--json');
  const isWaiting = async () =>
    (
      await db.admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount === 1;
  while (!(await isWaiting()));
  await t.notThrowsAsync(sale.query('select internal.lock_sales_calendar_shared($1)', [ids.store]));
  await sale.query('commit');
  const { code, err } = await repair;
  t.is(code, 0, err);
  t.deepEqual(await findings(), []);
});

test.serial(
  'a damage is told with the last audit that was sound, who changed the record last, and how to mend it',
  async (t) => {
    const explained = async (check: string, object: string) =>
      (await db.as('haat_dba').query('select * from ledger.explain_damage($1, $2)', [check, object])).rows[0];
    t.like(await explained('check_level_sums', `level of variant ${ids.variant}`), {
      sound_at: null,
      mend: 'npm run haat -- repair levels',
    });
    await db.as('haat_worker').query(`select internal.record_audit(now() - interval '2 hours', '{}')`);
    await db
      .as('haat_worker')
      .query(`select internal.record_audit(now(), '{check_level_sums,check_numbers,check_records}')`);
    const { sound_at, last_change } = await explained(
      'check_level_sums',
      `level of variant ${ids.variant} at location`,
    );
    t.true(Date.now() - sound_at > 3_600_000);
    t.regex(last_change, /^\w+ by .+ at 20/);
    const { number } = (await db.admin.query('select number from app.orders where id = $1', [ids.sold])).rows[0];
    t.regex((await explained('check_order_totals', `order ${number}`)).last_change, / by .+ at /);
    // Of what each night asks whole, one night is enough.
    const share = (of: string) =>
      db.as('haat_worker').query(`select internal.record_audit(${of}, 2, '{"verified_upto": "${ids.order}"}')`);
    await share(`now() - interval '1 hour', '{}', 1`);
    await share(`now(), '{check_numbers,check_records}', 2`);
    const soundHours = async (check: string) =>
      Math.round((Date.now() - (await explained(check, 'other')).sound_at) / 3_600_000);
    t.is(await soundHours('check_numbers'), 1);
    t.is(await soundHours('check_records'), 2);
  },
);

test.serial(
  'the copy that a company left behind when it moved is not written, and keeps no other from being mended',
  async (t) => {
    await tamper(
      `update app.orders set payment_status = 'paid', due_amount = 0 where id = '${ids.order}'`,
      `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at, moved_at)
     select company_id, 'x', 'b', 'moved', clock_timestamp(), clock_timestamp()
     from app.orders where id = '${ids.order}'`,
    );
    const { code, out, err } = await haat('repair', 'orders', '--yes', '--json');
    t.is(code, 0, err);
    t.deepEqual(JSON.parse(out), []);
  },
);
