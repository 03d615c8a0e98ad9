// The audit of a night: a share of the whole, and what was made or touched since the audit before. All shares together find
// what the whole finds, each damage in one of them; what was touched is found whichever share it is of.
import test from 'ava';
import type pg from 'pg';
import { corruptions } from '../helpers/corruptions/index.ts';
import { openBooks } from '../helpers/corruptions/kept-books.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns } from '../helpers/long.ts';
import { callGate, createShop, stockVariant } from '../helpers/shop.ts';

const nights = 2;

let db: TestDatabase;
let ids: Record<string, string>;
let inShares: Set<string>;
test.before(async () => {
  ({ db, ids } = await openBooks('leaves damage'));
  const { rows } = await db.admin.query(`select name from ledger.checks where has_shares or key like '%_id'`);
  inShares = new Set(rows.map(({ name }) => name));
});
test.after.always(() => db?.drop());

const withIds = (statement: string) =>
  statement.replace(/:([a-z_]+)\b(?<!::\1)/g, (match, name) => (ids[name] ? `'${ids[name]}'` : match));

type Finding = { object: string; found: string };

const findings = async (
  client: pg.Pool | pg.ClientBase,
  check: string | null,
  share: number | null = null,
): Promise<Finding[]> =>
  (
    await client.query(
      'select distinct object, found from ledger.audit($1, share => $2, shares => $3) order by object, found',
      [check, share, share && nights],
    )
  ).rows;

/** Notes an audit, as npm run audit does. */
async function auditNight(client: pg.Pool, share: number | null = null): Promise<void> {
  await client.query(
    `select internal.record_audit(clock_timestamp(), '{}', $1::integer, $2::integer, internal.audit_heads(), 'test')`,
    [share, share && nights],
  );
}

/** In a transaction that is rolled back. */
async function inDamaged<T>(statements: string[], work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(withIds(statement));
    await client.query('set local role haat_dba');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** As after nights without work: everything was verified, and nothing is touched. */
const quiet = `select internal.record_audit(clock_timestamp(), '{}', null, null,
  internal.audit_heads() || '{"verified_upto": "ffffffff-0000-7000-8000-000000000000"}', 'test')`;
const remembered = 'it is not the seal that an audit has verified';

const byCheck = [...Map.groupBy(corruptions, ({ check }) => check).values()];
test.serial('each damage is found within as many nights as there are shares, and nothing else is', async (t) => {
  t.timeout(120_000);
  // What is asked whole each night finds what it finds.
  const inTurn = inTurns(
    byCheck.filter(([{ check } = t.fail()]) => inShares.has(check)),
    3,
    0,
  );
  const damages = inTurn.flatMap((of, n) => inTurns(of, 8, n));
  t.true(damages.length > 4);
  for (const { check, what, statements } of damages)
    await inDamaged([quiet, 'set local session_replication_role = replica', ...statements], async (client) => {
      const whole = await findings(client, check);
      t.true(whole.length > 0, `${check}: ${what}`);
      const found = new Map<string, Finding>();
      for (let share = 1; share <= nights; share++)
        for (const finding of await findings(client, check, share)) found.set(JSON.stringify(finding), finding);
      // What an audit remembers of a seal tells more than the whole, which does not ask for it.
      if ([...found.values()].some((finding) => finding.found === remembered)) t.regex(check, /seals|history/);
      else t.deepEqual([...found.keys()].sort(), whole.map((one) => JSON.stringify(one)).sort(), `${check}: ${what}`);
    });
});

test.serial('what was made or touched since the audit before is looked at, whichever share it is of', async (t) => {
  await auditNight(db.admin);
  const shop = await createShop(db.admin);
  const { variantId } = await stockVariant(db.admin, shop, { sku: 'NEW' });
  const { result } = await callGate(
    db.as('haat_gateway'),
    shop.storeKey,
    'create_order',
    { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku: 'NEW', quantity: 3 }] },
    { idempotencyKey: 'new' },
  );
  const idsOf = async (name: string) =>
    (await db.admin.query(`select id from internal.${name}()`)).rows.map(({ id }) => id);
  t.deepEqual(await idsOf('touched_orders'), [result.id]);
  t.true((await idsOf('touched_variants')).includes(variantId));
  for (const share of inTurns([1, nights], 2, 0)) t.deepEqual(await findings(db.as('haat_dba'), null, share), []);

  const damages: [check: string, statement: string][] = [
    ['check_order_transitions', `update app.orders set status = 'confirmed' where id = '${result.id}'`],
    ['check_order_amounts', `update app.orders set due_amount = 1 where id = '${result.id}'`],
    ['check_reserved', `update app.order_items set released_quantity = 1 where order_id = '${result.id}'`],
    ['check_level_sums', `update app.inventory_levels set on_hand = on_hand + 1 where variant_id = '${variantId}'`],
    ['check_movement_chain', `update app.stock_movements set on_hand_after = 9 where variant_id = '${variantId}'`],
    ['check_records', `update app.variants set price = 1 where id = '${variantId}'`],
    ['check_records', `update app.customers set full_name = 'Karim' where company_id = '${shop.companyId}'`],
    ['check_orphans', `update app.orders set channel_id = uuidv7() where id = '${result.id}'`],
    ['check_orphans', `update app.inventory_levels set location_id = uuidv7() where variant_id = '${variantId}'`],
    ['check_product_documents', `update app.variants set name = 'Other' where id = '${variantId}'`],
  ];
  for (const [n, [check, statement]] of inTurns(damages, 2, 0).entries())
    await inDamaged(['set local session_replication_role = replica', statement], async (client) => {
      for (const share of inTurns([1, nights], 2, n))
        t.true((await findings(client, check, share)).length > 0, `${check}, share ${share}`);
    });
});

test.serial('each night takes the share that was verified the longest ago; the whole is every share', async (t) => {
  const next = async (of = nights) =>
    (await db.admin.query('select internal.next_share($1) as share', [of])).rows[0].share;
  const rotation = async () => (await db.admin.query('select * from internal.audit_rotation()')).rows[0];
  await auditNight(db.admin);
  const { rows } = await db.admin.query('select started_at from internal.audit_runs order by id desc limit 1');
  for (let share = 1; share <= nights; share++) {
    t.is(await next(), share);
    // As beside npm run migrate, when not all could be compared.
    await db.admin.query(`select internal.record_audit(clock_timestamp(), '{}', $1, $2)`, [share, nights]);
    t.is(await next(), share);
    await auditNight(db.admin, share);
    // What the whole verified last is as old as the whole.
    if (share < nights) t.deepEqual((await rotation()).verified_at, rows[0].started_at);
  }
  t.is(await next(), 1);
  t.true((await rotation()).verified_at > rows[0].started_at);
  t.is((await rotation()).nights, nights);
  // In another number of nights only the whole counts.
  await auditNight(db.admin, 2);
  t.is(await next(nights + 1), 1);
  await db.admin.query('delete from internal.audit_runs');
  t.is(await next(), null);
});
