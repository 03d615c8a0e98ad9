// Each kind of damage, done on purpose as a superuser who goes behind triggers and constraints, is seen by its check.
// A damage lives in a transaction that is rolled back; the audit in it runs as haat_dba.
import test from 'ava';
import { departure } from '../helpers/corruptions/history.ts';
import { corruptions, refusals } from '../helpers/corruptions/index.ts';
import { openBooks } from '../helpers/corruptions/kept-books.ts';
import { schemaCorruptions } from '../helpers/corruptions/schema.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { inTurns } from '../helpers/long.ts';

type Finding = {
  check_name: string;
  company: string | null;
  store: string | null;
  object: string;
  found: string;
  expected: string;
};

let db: TestDatabase;
let ids: Record<string, string>;
test.before(async () => {
  ({ db, ids } = await openBooks('leaves damage'));
});
test.after.always(() => db?.drop());

const withIds = (statement: string) =>
  statement.replace(/:([a-z_]+)\b(?<!::\1)/g, (match, name) => (ids[name] ? `'${ids[name]}'` : match));

/** Does the damage, audits, undoes it. */
async function auditAfter(statements: string[], check: string | null = null): Promise<Finding[]> {
  const client = await db.admin.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) {
      const text = withIds(statement);
      const { rowCount, command } = await client.query(text);
      if (rowCount === 0 && /^(INSERT|UPDATE|DELETE)$/.test(command)) throw new Error(`did no damage: ${text}`);
    }
    await client.query('set local role haat_dba');
    return (await client.query('select * from ledger.audit($1)', [check])).rows;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.serial('a company that left with all its rows leaves sound books', async (t) => {
  t.deepEqual(await auditAfter(departure), []);
});

// Each check sees a sixth of its damages by turns, and one at least; all in a long run. Those of the schema: damages.test.ts.
const ofRows = corruptions.filter((corruption) => !schemaCorruptions.includes(corruption));
const byCheck = [...Map.groupBy(ofRows, ({ check }) => check).values()];
for (const { check, what, statements, object } of byCheck.flatMap((damages, n) => inTurns(damages, 6, n)))
  test.serial(`${check} sees ${what}`, async (t) => {
    const findings = await auditAfter(statements, check);
    t.is(
      findings.length > 0 && findings.every((finding) => finding.found !== '' && finding.expected !== ''),
      true,
      JSON.stringify(findings),
    );
    t.true(
      findings.some((finding) => object.test(finding.object)),
      JSON.stringify(findings),
    );
  });

for (const { what, statement, sqlstate } of refusals)
  test.serial(`refused even to a superuser: ${what}`, async (t) => {
    await t.throwsAsync(db.admin.query(withIds(statement)), { code: sqlstate });
  });

test.serial('a job that waits is stuck while workers are there, not while the service is stopped', async (t) => {
  const late = [`select graphile_worker.add_job('webhook__deliver', run_at => now() - interval '1 hour')`];
  t.deepEqual(await auditAfter(late, 'check_jobs'), []);
  const worker = await db.as('haat_worker').connect();
  const [finding] = await auditAfter(late, 'check_jobs');
  worker.release(true);
  t.like(finding, { check_name: 'check_jobs', expected: 'taken within 15 minutes' });
});

test.serial('every check was shown to see its damage, and says what must hold', async (t) => {
  const { rows } = await db.as('haat_dba').query('select name, invariant from ledger.checks order by name');
  t.deepEqual(
    rows.map(({ name }) => name),
    [...new Set(corruptions.map(({ check }) => check))].sort(),
  );
  t.deepEqual(
    rows.filter(({ invariant }) => !invariant),
    [],
  );
});

/** What a call of ledger.audit says while it runs. */
async function listen(call: string): Promise<{ rows: Finding[]; notices: string[] }> {
  const client = await db.as('haat_dba').connect();
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  const { rows } = await client.query(`select * from ${call}`);
  client.release(true);
  return { rows, notices };
}

test.serial(
  'sound books give no row; it tells of each check as it ends, how long it took, and what it cannot see',
  async (t) => {
    const { rows, notices } = await listen('ledger.audit()');
    t.deepEqual(rows, []);
    const { rows: checks } = await db.admin.query('select name from ledger.checks order by name');
    t.is(notices.length, checks.length + 1);
    for (const [n, { name }] of checks.entries())
      t.regex(notices[n]!, new RegExp(`^${n + 1} of ${checks.length}: ${name}, [\\d.]+ s, sound$`));
    t.regex(
      notices.at(-1)!,
      /^\d+ checks took [\d.]+ s\. They cannot see .*:\n- What a superuser changes together with its proof/,
    );
  },
);

test.serial('asked for what changed since the last seal, it looks at that and says what it left out', async (t) => {
  // All of it happened a day before the seals.
  const client = await db.admin.connect();
  await client.query('set session_replication_role = replica');
  for (const table of ['orders', 'order_items', 'payments', 'parcels', 'inventory_levels', 'variant_costs'])
    await client.query(`update app.${table} set updated_at = updated_at - interval '1 day'`);
  client.release(true);
  const quiet = await listen('ledger.audit(since_last_seal => true)');
  t.deepEqual(quiet.rows, []);
  t.is(quiet.notices[0], 'since the last seal: 0 orders and 0 variants changed');
  t.regex(quiet.notices.at(-1)!, /Left out, since they read everything: .*check_seals/);

  await db.admin.query(`update app.orders set payment_status = 'paid' where id = $1`, [ids.order]);
  await db.admin.query(`update app.inventory_levels set reserved = reserved + 1 where variant_id = $1`, [ids.variant]);
  const { rows, notices } = await listen('ledger.audit(since_last_seal => true)');
  t.is(notices[0], 'since the last seal: 1 orders and 1 variants changed');
  const found = new Set(rows.map(({ check_name }) => check_name));
  t.true(['check_order_amounts', 'check_level_sums', 'check_reserved'].every((name) => found.has(name)));
  t.deepEqual(rows, (await listen('ledger.audit()')).rows);
  await db.admin.query(`update app.orders set payment_status = 'partially_paid' where id = $1`, [ids.order]);
  await db.admin.query(`update app.inventory_levels set reserved = reserved - 1 where variant_id = $1`, [ids.variant]);
});

test.serial('a damage is seen in the order or variant alone, as it is among all', async (t) => {
  const { rows: checks } = await db.admin.query('select name, key from ledger.checks where key <> $1', ['since']);
  t.true(checks.length >= 18);
  for (const { name, key } of inTurns(checks, 3, 0)) {
    const { statements } = corruptions.find(({ check }) => check === name)!;
    const client = await db.admin.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      for (const statement of statements) await client.query(withIds(statement));
      const { rows } = await client.query(
        `select whole.found, alone.found as found_alone
         from ledger.${name} whole
         cross join lateral (select * from ledger.${name} q where q.${key} = whole.${key} offset 0) alone
         where alone.object = whole.object`,
      );
      t.true(rows.length > 0, name);
      t.true(
        rows.some(({ found, found_alone }) => found === found_alone),
        name,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

test.serial('a check in parts finds what it finds at once, each thing in one part', async (t) => {
  const divisible = `select p.proname as name from pg_proc p
    where p.pronamespace = 'ledger'::regnamespace and p.proname like 'check%' and p.proargnames[1:2] = '{part,parts}'
    order by 1`;
  const { rows: checks } = await db.admin.query<{ name: string }>(divisible);
  t.deepEqual(
    checks.map(({ name }) => name),
    ['check_history', 'check_orphans', 'check_product_documents', 'check_records', 'check_seals', 'check_tenants'],
  );
  for (const { name } of inTurns(checks, 2, 0)) {
    const client = await db.admin.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      const damage = corruptions.find(({ check }) => check === name)!;
      for (const statement of damage.statements) await client.query(withIds(statement));
      const { rows: whole } = await client.query(`select * from ledger.${name}() order by object`);
      const { rows: parted } = await client.query(
        `select c.* from generate_series(1, 3) n cross join lateral ledger.${name}(n, 3) c order by c.object`,
      );
      t.true(whole.length > 0, name);
      t.deepEqual(parted, whole, name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

const largeTables = ['orders', 'order_items', 'order_timeline', 'payments', 'parcels', 'returns', 'stock_movements'];

test.serial('asked for one order or variant, no check reads a large table from end to end', async (t) => {
  const { rows: checks } = await db.admin.query(
    `select k.name, internal.audit_query(k.name, jsonb_build_object(k.key, jsonb_build_array(x.row)), 1, 1) as query,
       jsonb_build_object(k.key, jsonb_build_array(x.row)) as changed
     from ledger.checks k
     cross join lateral (
       select to_jsonb(v) from (select id, company_id, store_id from app.variants) v where k.key = 'variant_id'
       union all
       select to_jsonb(o) from (select id, company_id, store_id from app.orders) o where k.key = 'order_id'
       limit 1) x (row)`,
  );
  t.true(checks.length >= 18);
  const client = await db.as('haat_dba').connect();
  t.teardown(() => client.release(true));
  // The tables of a test are small: only where nothing else is possible are they read from end to end.
  await client.query('set enable_seqscan = off');
  await client.query('set enable_bitmapscan = off');
  const whole: string[] = [];
  for (const { name, query, changed } of checks) {
    const given = query.replaceAll('$1', () => `'${JSON.stringify(changed)}'::jsonb`);
    const { rows } = await client.query(`explain (format json) ${given}`);
    for (const { 'Relation Name': table, 'Index Cond': condition } of nodes(rows[0]['QUERY PLAN'][0].Plan))
      if (largeTables.includes(table!) && !condition) whole.push(`${name}: ${table}`);
  }
  t.deepEqual(whole, []);
});

type PlanNode = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: PlanNode[] };

const nodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

test.serial('a single check can be asked for by name', async (t) => {
  const { rows } = await db.as('haat_dba').query(`select * from ledger.audit('check_level_sums')`);
  t.deepEqual(rows, []);
});
