// A company moves to another database while it is in use: nothing is lost or doubled, whatever ends the move, and wherever.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import type pg from 'pg';
import {
  type Cell,
  listMoves,
  type Move,
  moveCompany,
  type Step,
  steps,
  weighCompany,
} from '../../db/cli/move-company.ts';
import { removeCopies } from '../../db/cli/remove-copy.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { createLog } from '../../server/process/log.ts';
import { timers } from '../../workers/crontab.ts';
import { settleMoves } from '../../workers/settle-moves.ts';
import { fillBooks, openBooks } from '../helpers/corruptions/kept-books.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { auditBooks } from '../helpers/invariants.ts';
import { inTurns, isLong } from '../helpers/long.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { sealHistory } from '../helpers/seals.ts';
import { callGate, createKey, createShop, stockVariant, type TestKey } from '../helpers/shop.ts';

const folder = throwAwayDirectory('moves');
let a: TestDatabase;
let b: TestDatabase;
let cells: Cell[];
let ids: Record<string, string>;
let key: TestKey;
/** Of each database a connection that has planned the checks. */
let books: pg.PoolClient[] = [];
const databases = () => ({ a, b });

test.before(async () => {
  ({ db: a, ids } = await openBooks('reads whole tables'));
  b = await freshDatabase('reads whole tables');
  books = await Promise.all([a, b].map((db) => db.admin.connect()));
  // The sessions of moves are told from others by their name.
  const cellOf = (name: string, { url }: TestDatabase) => ({
    name,
    url: `${url}${url.includes('?') ? '&' : '?'}application_name=mover`,
  });
  cells = [cellOf('a', a), cellOf('b', b)];
  await fillBooks(a, ids);
  key = await createKey(a.admin, ids.company!, { storeId: ids.store });
  await stockVariant(a.admin, { companyId: ids.company, locationId: await anyLocation() } as never, {
    sku: 'MOVED',
    quantity: 100_000,
    storeId: ids.store!,
  });
  await call(a, 'create_export', { operation: 'list_orders' }, 'an export');
  const ours = `select s.company_id, s.id as store_id from app.stores s where s.id = '${ids.store}'`;
  await a.admin.query(
    [
      `insert into app.image_links (company_id, store_id, product_id, source_url, position, due_at, created_at)
       select o.company_id, o.store_id, '${ids.product}', 'https://example.com/1.png', 1, now(), now() from (${ours}) o`,
      `insert into app.jobs (company_id, store_id, key_id, actor_name, operation, is_internal, scopes, on_error, line_count,
         status, created_at, updated_at)
       select o.company_id, o.store_id, '${key.id}', 'A key', 'create_brand', false, '{}', 'continue', 1, 'queued', now(), now()
       from (${ours}) o`,
    ].join(';\n'),
  );
  const rival = await createShop(b.admin);
  await stockVariant(b.admin, rival, { sku: 'OWN' });
  await callGate(b.as('haat_gateway'), rival.storeKey, 'create_order', {
    ...order,
    items: [{ sku: 'OWN', quantity: 1 }],
  });
  // What is not sealed yet was made long ago, so that an archive takes it and what comes is not sealed with it.
  await a.admin.query(
    `begin; set local session_replication_role = replica;
     update app.stock_movements m set created_at = m.created_at - interval '130 days',
       id = overlay(m.id::text placing left(internal.id_floor(m.created_at - interval '130 days')::text, 13) from 1)::uuid
       where m.company_id = '${ids.company}' and not exists (
         select from app.ledger_seal_segments g
         where g.variant_id = m.variant_id and g.location_id = m.location_id
           and m.sequence between g.first_sequence and g.last_sequence);
     commit`,
  );
  for (const db of [a, b]) {
    await db.admin.query('select internal.seal_ledger()');
    await sealHistory(db);
  }
  // Some of its movements have left for an archive of where it is.
  const archived = await runHaatHere(['archive', 'movements', '--older-than', '3', '--json'], {
    DATABASE_URL: a.url,
    MEDIA_URL: `file://${folder}`,
  });
  if (archived.code !== 0 || JSON.parse(archived.out).length === 0) throw new Error(archived.err || 'archived nothing');
});
test.after.always(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const client of books) client.release();
  await a?.drop();
  await b?.drop();
});

const anyLocation = async () =>
  (await a.admin.query('select id from app.locations where company_id = $1 and is_default', [ids.company])).rows[0].id;
const order = { customer: { phone: '01712345678', full_name: 'Rahim' }, items: [{ sku: 'MOVED', quantity: 1 }] };
const move = (to: 'a' | 'b', more: Partial<Move> = {}) => moveCompany({ cells, company: ids.company!, to, ...more });
const call = (db: TestDatabase, operation: string, input: object, idempotencyKey?: string) =>
  callGate(db.as('haat_gateway'), key, operation, input, idempotencyKey ? { idempotencyKey } : { bucket: 'read' });
const codeAt = async (db: TestDatabase) => (await call(db, 'list_orders', { limit: 1 })).outcome.sqlstate;

/** Which database serves the company; every other refuses it, and has none of it or an old copy. */
async function servedBy(): Promise<string> {
  const codes = await Promise.all([a, b].map(codeAt));
  return codes.map((code, n) => (code === null ? ['a', 'b'][n] : '')).join('');
}

/** How many rows each table has of the company, and the sum of their hashes. */
async function facts(db: TestDatabase): Promise<Record<string, string>> {
  const { rows: tables } = await db.admin.query('select facts from internal.moving_statements($1)', [ids.company]);
  const { rows } = await db.admin.query(tables.map((table) => table.facts).join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: count, digest }) => [name, `${count} rows, ${digest}`]));
}

/** Ends the sessions of the move, as the end of its process does, or the loss of its network. */
async function cut(): Promise<void> {
  for (const db of [a, b]) {
    await db.admin.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where application_name = 'mover' and datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
}

async function givePlan(change = {}): Promise<void> {
  const { rows } = await a.admin.query(
    'select to_jsonb(p) as plan from app.plans p join app.companies c on c.plan_id = p.id where c.id = $1',
    [ids.company],
  );
  const { id: _, ...plan } = { ...rows[0].plan, ...change };
  const columns = Object.keys(plan);
  await b.admin.query(
    `insert into app.plans (${columns}) select ${columns} from jsonb_populate_record(null::app.plans, $1)
     on conflict (code) do update set name = excluded.name, reads_per_minute = excluded.reads_per_minute`,
    [plan],
  );
}

test.serial('no role of the service, and no person, moves, seals or removes a company', async (t) => {
  // One session takes on each role in turn: a session of each would plan all anew.
  const client = await a.admin.connect();
  for (const role of [
    'haat_gateway',
    'haat_staff_gateway',
    'haat_worker',
    'haat_api',
    'haat_staff',
    'haat_anonymous',
    'haat_dba',
  ]) {
    await client.query(`set role ${role}`);
    for (const statement of [
      'select * from internal.moving_statements($1)',
      'select internal.remove_old_copy($1)',
      `select internal.record_departure($1, 'left')`,
      'select internal.settle_arrival($1, null, null)',
      'select internal.wake_company($1)',
      `update internal.company_moves set state = 'moved' where company_id = $1`,
      `insert into internal.company_moves (company_id, company_name, to_cell, state, started_at) values ($1, '', '', 'copying', now())`,
      'select pg_advisory_lock(internal.moving_lock($1))',
      ...(role === 'haat_worker' ? [] : ['select internal.settle_move($1, true)', 'select internal.hold_move($1)']),
    ]) {
      const refused = client.query(statement, [ids.company]);
      await t.throwsAsync(refused, { code: '42501' }, `${role}: ${statement}`);
    }
  }
  await client.query('reset role');
  client.release();
  // The owner could, but is held by the fence, which is forced on it too.
  await t.throwsAsync(a.as('haat_owner').query('select internal.remove_old_copy($1)', [ids.company]), {
    message: /has not gone to another database/,
  });
});

test.serial('what does not fit is refused by name, and the company stays where it is', async (t) => {
  t.is(await servedBy(), 'a');
  const before = await facts(a);
  const refused = async (expected: RegExp, more: Partial<Move> = {}) => {
    const { message } = await t.throwsAsync(move('b', more), undefined, String(expected));
    t.regex(message, expected);
  };
  await refused(/--to: must be one of a, b/, { to: 'c' });
  await refused(/no such company in any of CELLS/, { company: 'Nobody' });
  await refused(/there is no plan plan_\w+ at b; "plan create" makes it/);
  await givePlan({ reads_per_minute: 7 });
  await refused(/the plan plan_\w+ is another one at b; "plan update" changes it/);
  await givePlan();
  for (const role of ['haat_dba', 'haat_gateway'])
    await refused(/b: haat_\w+ may not act for others/, { cells: [cells[0]!, { name: 'b', url: b.urlAs(role) }] });
  const [member] = (await a.admin.query('select email from app.staff where company_id = $1 limit 1', [ids.company]))
    .rows;
  await b.admin.query(
    `insert into app.staff (company_id, email, full_name) select id, $1, 'Other' from app.companies limit 1`,
    [member.email],
  );
  await refused(/app.staff at b: Key \(email\)=\(\S+\) already exists/);
  await b.admin.query('delete from app.staff where email = $1', [member.email]);
  await refused(/another command moves/, {
    reached: (step) => step === 'begun' && move('b'),
  });
  t.deepEqual(await listMoves(cells), []);
  t.is(await servedBy(), 'a');
  t.deepEqual(await facts(a), before);
  t.true(Object.values(await facts(b)).every((told) => told === '0 rows, null'));
});

test.serial('a dry run says how much it is, and changes nothing', async (t) => {
  const rows = await weighCompany({ cells, company: ids.company!, to: 'b' });
  t.like(
    rows.find(({ table }) => table === 'app.companies'),
    { rows: 1, seconds: 1 },
  );
  const total = rows.at(-1)!;
  t.is(
    total.rows,
    rows.slice(0, -1).reduce((count, row) => count + row.rows, 0),
  );
  t.true(total.bytes > 10_000);
  t.is(await servedBy(), 'a');
  t.deepEqual(await listMoves(cells), []);
});

/** Calls as a process does that knows both: what is told to wait or to ask elsewhere, it asks again. */
async function anywhere(operation: string, input: object, idempotencyKey: string) {
  for (let n = 0; ; n++) {
    const answer = await call(n % 2 === 0 ? a : b, operation, input, idempotencyKey);
    if (!/^HT(001|018|019)$/.test(answer.outcome.sqlstate ?? '')) return answer;
  }
}

/** Moves while orders come in, and looks whether each is there once. */
async function moveUnderTraffic(t: import('ava').ExecutionContext, to: 'a' | 'b', name: string): Promise<void> {
  const from = databases()[to === 'b' ? 'a' : 'b'];
  const first = (await call(from, 'list_events', { limit: 1 })).result.data[0].id;
  let isMoving = true;
  const made = new Map<string, { id: string; number: string }>();
  const writers = Array.from({ length: 2 }, async (_, writer) => {
    for (let n = 0; isMoving; n++) {
      const { outcome, result } = await anywhere('create_order', order, `${name} ${writer} ${n}`);
      t.is(outcome.sqlstate, null, String(outcome.message));
      // Without a pause they would take the processor from the move.
      await sleep(20);
      made.set(`${name} ${writer} ${n}`, result);
    }
  });
  const done = await move(to);
  // Some more orders where it is now.
  const atEnd = made.size;
  while (made.size < atEnd + 8) await new Promise((resolve) => setImmediate(resolve));
  isMoving = false;
  await Promise.all(writers);
  t.is(done.to, to);
  t.is(await servedBy(), to);
  const there = databases()[to];
  t.true(made.size > 8, 'orders came in during the move');
  const { rows: kept } = await there.admin.query(
    'select count(*)::integer as count from app.orders where id = any ($1)',
    [[...made.values()].map(({ id }) => id)],
  );
  t.is(kept[0].count, made.size, 'each order is there');
  for (const [idempotencyKey, { id }] of [...made].slice(-30)) {
    const again = await call(there, 'create_order', order, idempotencyKey);
    t.true(again.outcome.replayed, idempotencyKey);
    t.is(again.result.id, id, 'the same answer');
  }
  const numbers = [...made.values()].map(({ number }) => Number(number.split('-').at(-1))).sort((x, y) => x - y);
  t.is(numbers.at(-1)! - numbers[0]! + 1, numbers.length, 'order numbers have no hole');
  t.is(new Set([...made.values()].map(({ id }) => id)).size, made.size);
  // A reader who had come so far before the move goes on from there, and meets each order once.
  const told: string[] = [];
  for (let cursor = first; ; ) {
    const { data } = (await call(there, 'list_events', { limit: 100, starting_after: cursor })).result;
    if (data.length === 0) break;
    for (const event of data) if (event.type === 'order.created') told.push(event.data.object.id);
    cursor = data.at(-1).id;
  }
  for (const { id } of made.values()) t.is(told.filter((one) => one === id).length, 1, 'told once');
}

const audit = async (db: TestDatabase) => (await db.as('haat_dba').query('select * from ledger.audit()')).rows;
/** Seals of which the archive is not given all rows, so that it would refuse them and all after them. */
const unarchivable = `
  select l.log, s.number from unnest(array['changes', 'order_timeline', 'stock_movements']) l (log)
  cross join lateral internal.seals_to_archive(l.log, -2) s
  where s.row_count <> (select count(*) from internal.archive_rows(l.log, s.after_id, s.upto_id, s.row_count + 1))`;

async function seal() {
  for (const db of [a, b]) {
    await db.admin.query('select internal.seal_ledger()');
    await sealHistory(db);
  }
}

/** Without the checks that look through the catalog; at the end with them where it is: `whole`. */
async function sealAndAudit(t: import('ava').ExecutionContext, { whole }: { whole?: 'a' | 'b' } = {}) {
  await seal();
  for (const [n, db] of [a, b].entries()) {
    const isWhole = isLong || db === databases()[whole!];
    t.deepEqual(await (isWhole ? audit(db) : auditBooks(books[n]!)), []);
    await db.admin.query('select from internal.sealed_positions($1)', [ids.company]);
    t.deepEqual((await db.admin.query(unarchivable)).rows, []);
  }
}

test.serial(
  'it moves while orders come in: each is there once, retries and cursors go on, both books are sound',
  async (t) => {
    await moveUnderTraffic(t, 'b', 'first');
    await sealAndAudit(t);
    const [told] = await listMoves(cells);
    t.like(told, { company_id: ids.company, from: 'a', to_cell: 'b', state: 'moved' });
    t.true(told!.rows > 500 && told!.pause_ms > 0);
    t.deepEqual(await move('b'), {
      company: ids.company,
      name: told!.company,
      cell: 'b',
      state: 'served there already',
    });
    // The old copy has its old name.
    await a.admin.query(
      `begin; set local session_replication_role = replica;
       update app.companies set name = 'Before it left' where id = '${ids.company}'; commit`,
    );
    t.like(await move('b', { company: 'Before it left' }), { cell: 'b', state: 'served there already' });
    const { rows } = await b.admin.query(
      `select count(*)::integer as jobs from graphile_worker.jobs where task_identifier in ('job__run', 'webhook__deliver')`,
    );
    t.true(rows[0].jobs > 0, 'work that waits is taken up there');
  },
);

test.serial(
  'what is left of it is an old copy: no timer and no worker touches it, and nothing of it is done twice',
  async (t) => {
    t.is(await codeAt(a), 'HT019');
    const before = await facts(a);
    // All of its work is due.
    const due = `now() - interval '40 days'`;
    await a.admin.query(
      [
        'begin; set local session_replication_role = replica',
        `update app.webhook_deliveries set status = 'pending', next_attempt_at = ${due}`,
        `update app.exports set status = 'pending', lease_id = null, lease_expires_at = null`,
        `update internal.media_deletions set due_at = ${due}`,
        `update app.jobs set status = 'queued', served_at = ${due}, updated_at = ${due} where status in ('queued', 'running')`,
        `update app.videos set unshown_since = ${due} where status = 'ready'`,
        `update app.videos set expires_at = ${due} where status = 'uploading'`,
        `update app.product_documents set version = version - 1`,
        'commit',
      ].join(';\n'),
    );
    const due1 = await facts(a);
    t.notDeepEqual(due1, before);
    const { rows: last } = await a.admin.query('select coalesce(max(id), 0) as id from graphile_worker.jobs');
    const worker = a.as('haat_worker');
    for (const { name } of timers) {
      // These only tidy: what they remove of the copy was removed where the company is, too.
      if (name.startsWith('clean_up_') || name.startsWith('seal_') || name.startsWith('fold_')) continue;
      await t.notThrowsAsync(worker.query(`select * from internal.${name}()`), name);
    }
    const claims = [
      `select * from internal.claim_video_import(gen_random_uuid(), 60)`,
      `select * from internal.claim_video_check(gen_random_uuid(), 60)`,
      'select * from internal.claim_export(60)',
      'select * from internal.claim_media_deletions(100)',
      `select * from internal.claim_image_link('${ids.company}', 60)`,
      `select * from internal.take_job('${ids.company}') j where j is not null`,
    ];
    for (const claim of claims) t.deepEqual((await worker.query(claim)).rows, [], claim);
    for (const { id } of (await a.admin.query('select id from app.webhook_endpoints')).rows) {
      const claimed = await worker.query(`select * from internal.claim_due_deliveries($1, 'w', 100, '{}')`, [id]);
      t.deepEqual(claimed.rows, []);
      await worker.query(`select internal.requeue_lost_deliveries($1, 'w')`, [id]);
    }
    t.deepEqual(await facts(a), due1);
    // Were it served here, there would be work for them.
    const client = await a.admin.connect();
    await client.query('begin');
    await client.query('delete from internal.company_moves');
    await client.query('set local role haat_worker');
    const found: number[] = [];
    for (const claim of [...claims, 'select from internal.wake_workers() n where n > 0'])
      found.push((await client.query(claim)).rows.length);
    await client.query('rollback');
    // Were it moving, its work would wait, and that of others would be done.
    const mover = await a.admin.connect();
    await mover.query('select pg_advisory_lock(internal.moving_lock($1))', [ids.company]);
    await client.query('begin; delete from internal.company_moves');
    for (const [finds, does] of [
      ['expired_videos()', 'expire_videos'],
      ['unshown_videos()', 'remove_unshown_videos'],
      ['products_without_documents(9)', 'store_missing_documents'],
      ['unpaid_orders()', 'cancel_unpaid_orders'],
      ['left_customers()', 'erase_left_customers'],
      ['keyless_endpoints()', 'disable_keyless_endpoints'],
    ]) {
      await client.query('set local role none');
      const { rowCount } = await client.query(`select from internal.${finds}`);
      if (/video|document/.test(does!)) t.true(rowCount! > 0, does);
      await client.query('set local role haat_worker');
      await t.notThrowsAsync(client.query(`select internal.${does}()`), does);
    }
    await client.query('rollback');
    await mover.query('select pg_advisory_unlock(internal.moving_lock($1))', [ids.company]);
    mover.release();
    client.release();
    t.true(found.filter((rows) => rows > 0).length >= 5, String(found));
    const { rows: jobs } = await a.admin.query('select task_identifier, key from graphile_worker.jobs where id > $1', [
      last[0].id,
    ]);
    t.deepEqual(jobs, []);
  },
);

/** At each step its process is killed, or its sessions are lost. A commit's run draws one; more of the last steps: below. */
const allEnds = steps.flatMap((step) => (['killed', 'lost'] as const).map((kind) => ({ step, kind })));
const ends = inTurns(allEnds, allEnds.length, 0);

test.serial(
  'whatever ends it, and wherever: one database has the company as a whole, and the same command goes on',
  async (t) => {
    t.timeout(10 * 60_000);
    for (const { step, kind } of ends) {
      const from = (await servedBy()) as 'a' | 'b';
      const to = from === 'a' ? 'b' : 'a';
      const where = `${kind} when ${step}, from ${from}`;
      const before = await facts(databases()[from]);
      const ended = Promise.withResolvers<void>();
      const tried = move(to, {
        reached: async (reached: Step) => {
          if (reached !== step) return;
          await cut();
          ended.resolve();
          // A process that was killed does nothing more.
          if (kind === 'killed') await new Promise(() => {});
        },
      });
      if (kind === 'lost' && step !== 'opened') await t.throwsAsync(tried, undefined, where);
      else tried.catch(() => {});
      await Promise.race([ended.promise, tried]);
      if (step === 'opened') t.is(await servedBy(), to, where);
      else if (step === 'sealed' && kind === 'killed') t.is(await servedBy(), '', where);
      else {
        t.is(await servedBy(), from, where);
        t.is((await call(databases()[from], 'create_order', order, where)).outcome.sqlstate, null, where);
        t.like(
          (await listMoves(cells)).find((one) => one.from === from) ?? {
            state: 'ended early: it stays; move it again',
          },
          { state: 'ended early: it stays; move it again' },
          where,
        );
      }
      const done = await move(to);
      t.true(['served there already', undefined].includes(done.state), where);
      t.is(await servedBy(), to, where);
      if (step === 'sealed' && kind === 'killed') {
        const after = await facts(databases()[to]);
        t.is(after['app.orders'], before['app.orders'], where);
      }
      t.is((await call(databases()[to], 'create_order', order, where)).outcome.sqlstate, null, where);
    }
    // Of a few moves the books are audited when the copy is removed, and after the way back.
    if (isLong) await sealAndAudit(t);
    else await seal();
  },
);

test.serial(
  'the old copy goes once the other side is proven to have all of it, and the company comes back',
  async (t) => {
    // The copy that the last move left.
    const to = (await servedBy()) as 'a' | 'b';
    const from = to === 'a' ? 'b' : 'a';
    const [here, there] = [databases()[from], databases()[to]];
    const removal = { cells, company: ids.company!, from: undefined, days: 0, isDry: false };
    const before = await facts(here);
    const refused = async (expected: RegExp, more: object = {}) => {
      const { message } = await t.throwsAsync(removeCopies({ ...removal, ...more }), undefined, String(expected));
      t.regex(message, expected);
    };
    await refused(/^it left \w on \S+: its copy stays until /, { days: 7 });
    await refused(/^--from: must be one of a, b/, { from: 'c' });
    await refused(new RegExp(`there is no old copy of .* at ${to}`), { from: to });
    const asleep = (db: TestDatabase, statements: string) =>
      db.admin.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
    const damaged = async (db: TestDatabase, damage: string, mend: string, expected: RegExp) => {
      await asleep(db, damage);
      await refused(expected);
      await asleep(db, mend);
    };
    const reserve = (change: string) =>
      `update app.inventory_levels set reserved = reserved ${change} where variant_id = (select id from app.variants where sku = 'MOVED')`;
    await damaged(
      there,
      reserve('+ 1'),
      reserve('- 1'),
      /the books at \w are not sound, so the copy is kept:\n {2}check_level_sums: /,
    );
    const late = `uuidv7(interval '-1 hour')`;
    await damaged(
      here,
      `insert into app.activity_log (id, company_id, action, object_type, object_id, actor_type, actor_name, created_at)
     values (${late}, '${ids.company}', 'only.here', 'company', '${ids.company}', 'system', 'System', now())`,
      `delete from app.activity_log where action = 'only.here'`,
      /has not all that \w has of it, in activity_log: the copy is kept/,
    );
    // As a move is refused beside another; each removal audits the books first.
    if (isLong) {
      const mover = await there.admin.connect();
      await mover.query('select pg_advisory_lock(internal.mover_lock($1))', [ids.company]);
      await refused(/another command moves/);
      await mover.query('select pg_advisory_unlock(internal.mover_lock($1))', [ids.company]);
      mover.release();
    }
    // As where the copy was archived meanwhile.
    await asleep(
      here,
      `create table archived as select * from app.changes where company_id = '${ids.company}' limit 1;
       delete from app.changes where id in (select id from archived)`,
    );
    t.like(await removeCopies({ ...removal, isDry: true }), [{ from, is_at: to, state: 'may be removed' }]);
    await asleep(here, 'insert into app.changes select * from archived; drop table archived');
    t.deepEqual(await facts(here), before);

    t.like(await removeCopies(removal), [{ from, is_at: to, state: 'removed' }]);
    t.true(Object.values(await facts(here)).every((told) => told === '0 rows, null'));
    t.is(await codeAt(here), 'HT001');
    t.is(await servedBy(), to);
    t.like(
      (await listMoves(cells)).find((one) => one.from === from),
      { state: 'removed', to_cell: to },
    );
    await seal();
    await refused(/there is no old copy of/);

    // It comes back, to the seals that know its rows.
    await move(from);
    t.is(await servedBy(), from);
    await seal();
    if (isLong) t.like(await removeCopies(removal), [{ from: to, is_at: from }]);
    t.is((await call(here, 'create_order', order, 'after removals')).outcome.sqlstate, null);
    await sealAndAudit(t, { whole: from });
  },
);

const silent = createLog('silent');
const workers = () =>
  settleMoves(
    ['a', 'b'].map((name) => ({ name, pool: databases()[name as 'a'].as('haat_worker') })),
    silent,
  );
const unsettled = async (db: TestDatabase) =>
  (await db.as('haat_worker').query('select company_id from internal.unsettled_moves()')).rows.length;

test.serial(
  'a last step that was cut off is ended by the workers: it is at one side, and moves on from there',
  async (t) => {
    const from = (await servedBy()) as 'a' | 'b';
    const to = from === 'a' ? 'b' : 'a';
    const [here, there] = [databases()[from], databases()[to]];
    const tries = async (step: Step, look: () => Promise<void>) => {
      const ended = Promise.withResolvers<void>();
      const moving = move(to, {
        reached: async (reached) => {
          if (reached !== step) return;
          await look();
          ended.resolve();
          await new Promise(() => {});
        },
      });
      moving.catch(() => {});
      await Promise.race([ended.promise, moving]);
    };
    // Its process is gone before the second commit.
    await tries('sealed', async () => {
      await workers();
      t.is(await unsettled(here), 1, 'while the mover lives, it is left alone');
      t.is(await servedBy(), '');
      await cut();
    });
    t.is(await servedBy(), '');
    await t.throwsAsync(settleMoves([{ name: from, pool: here.as('haat_worker') }], silent), {
      message: /CELLS lacks/,
    });
    t.is(await unsettled(here), 1, 'the other side may have it');
    await Promise.all([workers(), workers(), workers()]);
    t.is(await servedBy(), from, 'the second commit was never done');
    t.is((await call(here, 'create_order', order, 'settled')).outcome.sqlstate, null);
    // The process is gone after the second commit, before it could tell.
    await tries('opened', cut);
    t.is(await unsettled(here), 1);
    t.is(await servedBy(), to);
    await Promise.all([workers(), workers()]);
    t.is(await unsettled(here), 0);
    t.is(await servedBy(), to);
    t.true((await call(there, 'create_order', order, 'settled')).outcome.replayed);
    // What it left once has nothing to say any more, wherever it goes.
    t.deepEqual(
      await here
        .as('haat_worker')
        .query('select internal.settle_move($1, false) as done', [ids.company])
        .then(({ rows }) => rows),
      [{ done: false }],
    );
    t.is(await servedBy(), to);
    // A command that moves it on says first that it has arrived.
    await here.admin.query('update internal.company_moves set opened_at = null where company_id = $1', [ids.company]);
    const third = await freshDatabase('reads whole tables');
    t.teardown(() => third.drop());
    await moveCompany({ cells: [...cells, { name: 'c', url: third.url }], company: ids.company!, to: 'c' }).then(
      () => t.fail(),
      (error) => t.regex(error.message, /there is no plan/),
    );
    t.is(await unsettled(here), 0);
  },
);
