// Months of the journal that leave the database as sealed files: npm run haat -- archive.
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import type pg from 'pg';
import type { Log, Seal } from '../../db/archive/digests.ts';
import { archiveMonth, sealsToArchive } from '../../db/archive/write-archive.ts';
import { withOptions } from '../../db/connect/connection.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { type MediaStorage, openStorage } from '../../server/media/storage/index.ts';
import { doors, findPerson, plant } from '../helpers/canaries.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { auditBooks } from '../helpers/invariants.ts';
import { type Desk, openDesk } from '../helpers/orders.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';
import { sealHistory } from '../helpers/seals.ts';
import { createShop, stockVariant } from '../helpers/shop.ts';

let db: TestDatabase;
let desk: Desk;
let goods: { productId: string; variantId: string };
let customerId: string;
let copied: number;
const folder = throwAwayDirectory('archives');
const person = { word: 'Nosrinarch', digits: '1711223344', spelling: '01711223344' };
const another = { word: 'Tahminarch', digits: '1811223355', spelling: '01811223355' };
/** What is made now is so old for the command. */
const later = () => withOptions(db.url, ['haat.clock_offset=100 days']);

const haat = async (...args: string[]) => {
  const run = await runHaatHere([...args, '--json'], { DATABASE_URL: later(), MEDIA_URL: `file://${folder}` });
  return { ...run, answer: run.code === 0 ? JSON.parse(run.out) : null };
};
const verify = async (...files: string[]) => {
  const { code, out, err } = await haat('archive', 'verify', ...files);
  return { code, err, rows: out ? JSON.parse(out) : [] };
};
const wholeAudit = async () =>
  (await db.as('haat_dba').query('select check_name, object, found from ledger.audit()')).rows;
/**
 * Between the steps, without the checks that look through the catalog; by one connection, which has planned the others. What a
 * step has broken stays so: not each is followed by it.
 */
let books: pg.PoolClient;
const audit = () => auditBooks(books);
const journal = async () =>
  (await db.admin.query('select count(*)::int as count from app.changes')).rows[0].count as number;
const linesOf = (file: string) => gunzipSync(fs.readFileSync(file)).toString().trimEnd().split('\n');

test.before(async () => {
  db = await freshDatabase('leaves damage');
  books = await db.admin.connect();
  desk = await openDesk(db, await createShop(db.admin));
  await db.admin.query(`update app.staff set role = 'owner' where id = $1`, [desk.staffId]);
  goods = await stockVariant(db.admin, desk.shop, { sku: 'A', quantity: 1000 });
  await sealHistory(db, { times: 1 });
  // Texts that Postgres writes in a row in many ways.
  for (const name of ['Plain', 'with "quotes", (and) \\ more', ' আম ', 'line\u2028one\n\ttwo', "it's", '🥭,'])
    await desk.ask('update_product', { id: goods.productId, name, description: `${name}!`, tags: [name] });
  for (const price of [310, 320.5, 330]) await desk.ask('update_variant', { identifier: goods.variantId, price });
  ({ customerId } = await plant(desk, person));
  for (const door of Object.values(doors)) await door(desk, person, customerId);
  const brand = await desk.ask('create_brand', { name: 'Arong' });
  await db.admin.query('delete from app.brands where id = $1', [brand.id]);
  await sealHistory(db, { times: 9, limit: 40 });
});
test.after.always(async () => {
  books?.release();
  await db?.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test.serial('no login archives, and rows of the journal leave in no other way', async (t) => {
  for (const role of ['haat_api', 'haat_gateway', 'haat_staff', 'haat_worker', 'haat_dba'])
    for (const call of [
      `internal.archive_seal(1, '1', 'x', sha256(''))`,
      `internal.archive_rows('changes', uuidv7(), uuidv7(), 1)`,
      `internal.seals_to_archive('changes', 1)`,
    ])
      await t.throwsAsync(db.as(role).query(`select ${call}`), { code: '42501' }, `${role}: ${call}`);
  await t.throwsAsync(db.admin.query('delete from app.changes'), { code: '23001' });
  await t.throwsAsync(db.admin.query('truncate app.changes'), { code: '23001' });
  const { rows } = await db.admin.query(
    `select number, row_count, repeat('1', row_count) as all, repeat('0', row_count) as none
     from internal.history_seals where log = 'changes' order by number limit 1`,
  );
  const [{ number, all, none }] = rows;
  const archive = (positions: string) =>
    db.admin.query(`select internal.archive_seal($1, $2::bit varying, 'archives/x.gz', sha256(''))`, [
      number,
      positions,
    ]);
  await t.throwsAsync(archive(all), { message: `rows of seal ${number} may not leave` });
  await t.throwsAsync(archive(`${none}0`), { message: /are not as they were sealed/ });
  t.deepEqual((await db.admin.query('select from internal.archives')).rowCount, 0);
});

test.serial('wrong options are refused, a dry run says which months and does nothing', async (t) => {
  for (const [value, words] of [
    ['0', '--older-than: must be from 1 to 1200'],
    ['x', '--older-than: must be a whole number'],
  ] as const)
    t.is((await haat('archive', 'journal', '--older-than', value)).err, `haat: ${words}\n`);
  const before = await journal();
  const { answer } = await haat('archive', 'journal', '--older-than', '1', '--dry-run');
  t.is(
    answer.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0),
    before,
  );
  t.deepEqual((await haat('archive', 'journal', '--older-than', '4')).answer, []);
  t.is(await journal(), before);
  t.deepEqual(fs.existsSync(path.join(folder, 'archives')), false);
});

test.serial('what is broken off leaves the rows, or the file with the record of what it holds', async (t) => {
  const storage = openStorage({ kind: 'folder', directory: folder }, 'http://127.0.0.1:4000/media');
  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  // West of Greenwich a month of UTC begins on the last day of another.
  await client.query(`set haat.clock_offset = '100 days'; set timezone = 'America/New_York'; set datestyle = 'German'`);
  const ask = async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows;
  const next = async () => {
    const [[month, seals]] = [...(await sealsToArchive(ask, 'changes', 1))] as [[string, Seal[]]];
    return ['changes', month, seals] as [Log, string, Seal[]];
  };
  const before = await journal();
  let steps = 0;
  /** Nothing is asked any more after so many seals have left. */
  const breaksAfter = (count: number) => async (sql: string, values: unknown[]) => {
    if (/archive_seal/.test(sql) && steps++ === count) throw new Error('killed');
    return ask(sql, values);
  };
  const run = async (count: number) => {
    steps = 0;
    const work = archiveMonth({ ask: breaksAfter(count), keep: async () => {}, storage }, await next());
    await t.throwsAsync(work, { message: 'killed' });
  };
  await run(0);
  t.is(await journal(), before);
  await run(2);
  const left = before - (await journal());
  const { rows } = await db.admin.query('select number::int, row_count, storage_key from internal.archives order by 1');
  t.deepEqual(
    rows.map(({ number }) => number),
    [1, 2],
  );
  t.is(
    rows.reduce((sum, { row_count }) => sum + row_count, 0),
    left,
  );
  t.deepEqual(await audit(), []);
  t.like(await verify(path.join(folder, rows[0].storage_key)), { code: 0, rows: [{ result: 'whole' }] });
  // A storage that does not give back what it took.
  const forgets = {
    get: (key: string) => storage.get(key),
    delete: (key: string) => storage.delete(key),
    put: async (key: string, content: Readable) => {
      await storage.put(key, content);
      fs.truncateSync(path.join(folder, key), 400);
    },
  } as MediaStorage;
  await t.throwsAsync(archiveMonth({ ask, keep: async () => {}, storage: forgets }, await next()), {
    message: 'the end of the file is missing',
  });
  t.is(before - (await journal()), left);
});

test.serial('a later run archives the rest: files that verify, sound books, and nothing of a customer', async (t) => {
  const before = await journal();
  const { answer, err } = await haat('archive', 'journal', '--older-than', '1');
  t.is(err, '');
  t.deepEqual(Object.keys(answer[0]), ['month', 'seals', 'archived', 'stayed', 'file', 'sha256']);
  t.is(
    before - (await journal()),
    answer.reduce((sum: number, { archived }: { archived: number }) => sum + archived, 0),
  );
  t.deepEqual((await haat('archive', 'journal', '--older-than', '1')).answer, []);
  t.deepEqual(await audit(), []);
  const files = (await haat('archive', 'list')).answer.map(({ file }: { file: string }) => path.join(folder, file));
  t.is(files.length, 2);
  const { code, rows } = await verify(...files);
  t.is(code, 0);
  t.deepEqual(
    rows.map(({ result }: { result: string }) => result),
    ['whole', 'whole'],
  );
  t.is(rows[1].sha256, answer.at(-1).sha256);
  const text = files.flatMap(linesOf).join('\n');
  for (const word of [person.word, person.digits, person.spelling]) t.false(text.includes(word), word);
  t.true(text.includes('{\\"price\\": 320.5'));
  // A record is still known by its newest change, and a customer by all.
  const { rows: kept } = await db.admin.query(
    `select record_type, action from app.changes where record_id = any ($1) order by id`,
    [[goods.variantId, goods.productId]],
  );
  t.deepEqual(kept.map(({ record_type }) => record_type).sort(), ['product', 'variant', 'variant_cost']);
  const asked = db.as('haat_dba').query(`select ledger.record_at('variant', $1, '2026-01-01')`, [goods.variantId]);
  await t.throwsAsync(asked, { message: /^changes are archived up to .*: see ledger.archives$/ });
});

test.serial('a damaged file is told by the line: a row, a seal, the manifest, its end', async (t) => {
  const [{ file }] = (await haat('archive', 'list')).answer.slice(-1);
  const whole = fs.readFileSync(path.join(folder, file));
  const lines = linesOf(path.join(folder, file));
  const row = lines.findIndex((line) => line.startsWith('{"row"'));
  const stayed = lines.findIndex((line) => line.startsWith('{"digest"'));
  const changed = (n: number, from: string | RegExp, to: string) =>
    gzipSync(`${lines.with(n, lines[n]!.replace(from, to)).join('\n')}\n`);
  const damages: [string, Buffer, RegExp][] = [
    ['a row changed', changed(row, /"action" : "\w+"/, '"action" : "baseline"'), /a row of seal \d+ was changed/],
    ['a number for a row', changed(row, /.*/, '1'), /line \d+: it is neither a row nor a seal/],
    ['nothing for a row', changed(row, /.*/, '{"row":null}'), /line \d+: it is neither a row nor a seal/],
    [
      'a row without its time',
      changed(row, /"created_at" : "[^"]+"/, '"created_at" : null'),
      /line \d+: it is neither/,
    ],
    ['a column added', changed(row, /\}\}$/, ',"x":"y"}}'), /line \d+: the row has other columns/],
    ['a row removed', gzipSync(lines.toSpliced(row, 1).join('\n')), /seal \d+ has \d+ rows, and \d+ are here/],
    [
      'two rows changed places',
      gzipSync(
        lines
          .with(row, lines[row + 1]!)
          .with(row + 1, lines[row]!)
          .join('\n'),
      ),
      /line/,
    ],
    ['another hash of one that stayed', changed(stayed, /[0-9a-f]{4}/, '0000'), /a row of seal \d+ was changed/],
    ['a seal changed', changed(1, /"row_count":\d+/, '"row_count":1'), /seal \d+/],
    ['another manifest', changed(lines.length - 1, /"stayed":\d+/, '"stayed":0'), /what the manifest says/],
    ['the manifest removed', gzipSync(lines.slice(0, -1).join('\n')), /the end of the file is missing/],
    ['a cut', whole.subarray(0, whole.length - 9), /the end of the file is missing/],
    ['bytes behind its end', Buffer.concat([whole, Buffer.from('more')]), /something comes after the end|no gzip/],
    ['a byte changed', Buffer.from(whole).fill(255, 200, 201), /broken/],
    ['another file', Buffer.from('no gzip'), /no gzip/],
    ['another document', gzipSync('{}\n'), /no archive of Haat/],
  ];
  const damaged = path.join(folder, 'damaged.gz');
  for (const [what, bytes, words] of damages) {
    fs.writeFileSync(damaged, bytes);
    const { code, rows } = await verify(damaged);
    t.is(code, 1, what);
    t.regex(rows[0].result, words, what);
  }
  t.regex((await verify(path.join(folder, 'absent.gz'))).err, /^haat: --files: .*absent\.gz: ENOENT/);
});

test.serial('the audit names what vanished without an archive, and every change of a record of one', async (t) => {
  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  const found = async (...statements: string[]) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    await client.query('set local role haat_dba');
    const { rows } = await client.query(
      `select check_name || ': ' || object || ': ' || found as said from ledger.audit('check_history')
       union all select check_name || ': ' || object || ': ' || found from ledger.audit('check_archives')`,
    );
    await client.query('rollback');
    return rows.map(({ said }) => said as string).join('\n');
  };
  const oldest = '(select id from app.changes order by id limit 1)';
  t.regex(await found(`delete from app.changes where id = ${oldest}`), /seal \d+ of changes: rows removed: 1/);
  t.regex(
    await found(`update app.changes set actor_name = 'Nobody' where id = ${oldest}`),
    /seal \d+ of changes, row .*: the row was changed/,
  );
  t.regex(
    await found(
      `insert into app.changes (id, actor_type, actor_name, record_type, record_id, action, created_at)
       select upto_id, 'system', 'System', 'plan', uuidv7(), 'delete', sealed_at from internal.history_seals
       where log = 'changes' order by number limit 1`,
    ),
    /the row was changed, or added later/,
  );
  for (const change of [
    `log = 'events'`,
    `month = month - interval '1 month'`,
    `storage_key = 'archives/other.gz'`,
    `file_digest = sha256('x')`,
    `positions = ~positions, row_count = length(positions) - row_count`,
    `previous_hash = sha256('x')`,
    `hash = sha256('x')`,
    `archived_at = archived_at + interval '1 day'`,
  ])
    t.regex(
      await found(`update internal.archives set ${change} where number = 2`),
      /check_archives: archive 2: the/,
      change,
    );
  t.regex(
    await found('delete from internal.archives where number = 1'),
    /check_archives: archive 1: the record is missing/,
  );
  t.regex(await found('delete from internal.archives'), /check_archives: archive 1: the records do not reach/);
  t.regex(await found('delete from internal.archives'), /check_history: seal \d+ of changes: rows removed/);
  t.regex(await found(`delete from internal.seal_heads where chain = 'archives'`), /the head of the records/);
  t.is(await found(`set local datestyle = 'German'; set local timezone = 'America/New_York'`), '');
});

/** In so many days from now. */
async function archiveAfter(days: number, what: string, ...more: string[]) {
  const run = await runHaatHere(['archive', what, '--older-than', '3', '--json', ...more], {
    DATABASE_URL: withOptions(db.url, [`haat.clock_offset=${days} days`]),
    MEDIA_URL: `file://${folder}`,
  });
  if (run.err) throw new Error(run.err);
  return JSON.parse(run.out) as { file: string; archived: number; stayed: number; rows: number }[];
}

/** Whether the check names a damage that is made with triggers off. */
async function isNamed(check: string, statement: string): Promise<boolean> {
  const client = await db.admin.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(statement);
    await client.query('set local role haat_dba');
    return (await client.query('select from ledger.audit($1)', [check])).rowCount! > 0;
  } finally {
    client.release(true);
  }
}

test.serial('timelines of orders that are over leave, and one entry sums them up', async (t) => {
  const customer = { phone: another.spelling, full_name: another.word };
  const place = (more = {}) => desk.place([{ sku: 'A', quantity: 4 }], { customer, shipping_charge: 60, ...more });
  const twice = await place();
  await desk.move(twice.id, 'confirmed');
  await sealHistory(db);
  const { rows: sealed } = await db.admin.query(
    `select count(*)::int as count from internal.history_seals where log = 'order_timeline'`,
  );
  for (const status of ['hold', 'confirmed', 'cancelled'])
    await desk.staff('change_order_status', { order_id: twice.id, status });
  const over = await place();
  await desk.ask('record_call', { id: over.id, outcome: 'confirmed' });
  await desk.move(over.id, 'confirmed');
  const { id: parcel_id } = await desk.staff('book_parcel', { order_id: over.id, courier_id: desk.couriers.silent });
  const line = { order_item_id: over.items[0].id, quantity: 3 };
  await desk.staff('record_partial_delivery', { parcel_id, kept: [line] });
  const { held_amount: held } = await desk.parcel(over.id);
  await desk.staff('record_parcel_payout', { parcel_id, amount: held - 20, charged_amount: 20 });
  await desk.staff('receive_parcel', { parcel_id });
  const noted = await place({ note: 'Ring twice' });
  await desk.staff('cancel_order', { order_id: noted.id, reason: 'She moved away' });
  const open = await place();
  await sealHistory(db, { times: 9, limit: 5 });
  const entries = async (id: string) => (await desk.timeline(id)).map(({ action }) => action).sort();
  const agents = async () =>
    (
      await db.admin.query(
        `select key, name, orders from internal.profit_by($1, '2000-01-01', '2100-01-01', 'agent')`,
        [[over.store_id]],
      )
    ).rows;
  const agentOf = async (id: string) =>
    (
      await db.admin.query(
        `select name from internal.group_orders($1, '2000-01-01', '2100-01-01', 'agent') where order_id = $2`,
        [[over.store_id], id],
      )
    ).rows;
  const before = { over: await entries(over.id), open: await entries(open.id), agents: await agents() };
  const confirmed = await agentOf(twice.id);
  t.true(before.over.length > 6 && before.agents.length > 0);

  const client = await db.admin.connect();
  t.teardown(() => client.release(true));
  await client.query(`set haat.clock_offset = '200 days'`);
  const ask = async (sql: string, values: unknown[]) => {
    if (/archive_seal/.test(sql) && steps++ === sealed[0].count) throw new Error('killed');
    return (await client.query(sql, values)).rows;
  };
  let steps = 0;
  const storage = openStorage({ kind: 'folder', directory: folder }, 'http://127.0.0.1:4000/media');
  const [[month, seals]] = [...(await sealsToArchive(ask, 'order_timeline', 3))] as [[string, Seal[]]];
  await t.throwsAsync(archiveMonth({ ask, keep: async () => {}, storage }, ['order_timeline', month, seals]), {
    message: 'killed',
  });
  t.deepEqual(await audit(), []);
  // The first who confirmed it, also where a later confirmation has not left yet.
  const summed = await db.admin.query(
    `select detail #>> '{agent,name}' as name from internal.timeline_summary($1, $2)`,
    [over.store_id, twice.id],
  );
  t.deepEqual([await agentOf(twice.id), summed.rows], [confirmed, confirmed]);
  t.true((await entries(twice.id)).filter((action) => action === 'status_changed').length === 3);
  const archive = (days: number) => archiveAfter(days, 'timelines');
  const [{ file, archived, stayed } = t.fail()] = await archive(200);
  t.true(archived > 0 && stayed > 0);
  t.deepEqual(await archive(200), []);
  t.deepEqual(await audit(), []);
  t.deepEqual(await entries(over.id), ['archived', 'called']);
  t.deepEqual(await entries(noted.id), ['created', 'status_changed']);
  t.deepEqual(await entries(open.id), before.open);
  t.deepEqual(await agents(), before.agents);
  t.like(await verify(path.join(folder, file)), { code: 0, rows: [{ result: 'whole', log: 'order_timeline' }] });

  // What is left of the order is still compared, also when it goes on.
  await sealHistory(db);
  const of = `where order_id = '${over.id}'`;
  for (const [check, statement] of [
    ['check_order_transitions', `update app.orders set status = 'returned' where id = '${over.id}'`],
    ['check_order_records', `update app.orders set note = 'x' where id = '${over.id}'`],
    ['check_parcel_cash', `update app.parcels set collected_amount = 1 ${of}`],
    ['check_history', `delete from app.order_timeline ${of} and action = 'called'`],
    ['check_history', `delete from app.order_timeline ${of} and action = 'archived'`],
    [
      'check_history',
      `update app.order_timeline set detail = detail || '{"status": "returned"}' ${of} and action = 'archived'`,
    ],
  ] as const)
    t.true(await isNamed(check, statement), check);
  const asked = await desk.staff('create_return', { order_id: over.id, lines: [{ ...line, quantity: 1 }] });
  await desk.staff('receive_return', { return_id: asked.id });
  await desk.staff('cancel_order', { order_id: open.id });
  await sealHistory(db);
  t.true((await archive(500)).some(({ archived: count }) => count > 0));
  t.deepEqual(await audit(), []);
  t.deepEqual(await agents(), before.agents);
  t.true((await entries(over.id)).includes('return_created'));
});

test.serial('an erasure reaches all that is left of timelines, and no file of them names anybody', async (t) => {
  const { rows } = await db.admin.query('select id from app.customers where erased_at is null and full_name = $1', [
    another.word,
  ]);
  await desk.staff('erase_customer', { customer_id: rows[0].id });
  t.deepEqual(await findPerson(db.admin, another), []);
  const files = fs.readdirSync(path.join(folder, 'archives/order_timeline'));
  const text = files.flatMap((name) => linesOf(path.join(folder, 'archives/order_timeline', name))).join('\n');
  for (const word of [another.word, another.digits, another.spelling]) t.false(text.includes(word), word);
});

test.serial('reservations and releases leave, and levels, costs and seals hold', async (t) => {
  await db.admin.query('select internal.seal_ledger()');
  const levels = () =>
    rowsOf('select variant_id, location_id, on_hand, reserved, last_sequence from app.inventory_levels');
  const rowsOf = async (sql: string) => (await db.admin.query(`${sql} order by 1, 2`)).rows;
  const worth = () =>
    rowsOf(`select variant_id, location_id, on_hand, reserved, stock_value from ledger.balance_at('2100-01-01')`);
  const count = async (type: string) =>
    (await db.admin.query(`select count(*)::int from app.stock_movements where type ~ $1`, [type])).rows[0].count;
  const before = {
    levels: await levels(),
    worth: await worth(),
    sold: await count('sale'),
    held: await count('re[sl]e'),
  };
  t.true(before.held > 10);
  const months = async (count: number) =>
    (
      await db.admin.query(
        `select extract(day from date_trunc('month', now() at time zone 'UTC') + make_interval(months => $1)
           - now() at time zone 'UTC')::int + 1 as days`,
        [count],
      )
    ).rows[0].days;
  t.deepEqual(await archiveAfter(await months(3), 'movements', '--dry-run'), []);
  t.is((await archiveAfter(await months(4), 'movements', '--dry-run')).length, 1, 'the first month that may leave');
  const [{ rows } = t.fail()] = await archiveAfter(200, 'movements', '--dry-run');
  t.true(rows >= before.held);
  t.is((await db.admin.query(`select from internal.history_seals where log = 'stock_movements'`)).rowCount, 0);
  await t.throwsAsync(db.admin.query('delete from app.stock_movements'), { code: '23001' });

  const [{ file, archived } = t.fail()] = await archiveAfter(200, 'movements');
  t.true(archived > 5);
  t.is(before.held - (await count('re[sl]e')), archived);
  t.deepEqual(await archiveAfter(200, 'movements'), []);
  t.like(await verify(path.join(folder, file)), { code: 0, rows: [{ result: 'whole', log: 'stock_movements' }] });
  t.deepEqual(await audit(), []);
  t.deepEqual(
    { levels: await levels(), worth: await worth(), sold: await count('sale') },
    {
      levels: before.levels,
      worth: before.worth,
      sold: before.sold,
    },
  );
  const left = 'variant_id = (select variant_id from internal.archived_movements order by first_sequence limit 1)';
  for (const [check, statement] of [
    ['check_level_sums', `update app.inventory_levels set reserved = reserved + 1 where ${left}`],
    ['check_level_sums', 'update internal.archived_movements set reserved_change = reserved_change + 1'],
    ['check_archives', 'update internal.archived_movements set first_sequence = first_sequence + 1'],
    ['check_seals', 'update internal.archived_movements set positions = ~positions where bit_count(~positions) > 0'],
    ['check_archives', 'delete from internal.archived_movements'],
    ['check_seals', `delete from app.stock_movements where type = 'sale' and ${left}`],
    ['check_seals', `update app.stock_movements set reason = 'x' where ${left}`],
    [
      'check_movement_chain',
      `update app.stock_movements set on_hand_after = on_hand_after + 1 where ${left} and type = 'sale'`,
    ],
  ] as const)
    t.true(await isNamed(check, statement), statement);
  await db.admin.query(`update app.inventory_levels set reserved = reserved + 1 where ${left}`);
  t.deepEqual(
    new Set((await wholeAudit()).map(({ check_name: name }) => name)),
    new Set(['check_level_sums', 'check_reserved']),
  );
  const { err } = await runHaatHere(['repair', 'levels', '--yes'], { DATABASE_URL: db.url });
  t.is(err, '');
  t.deepEqual(await levels(), before.levels);
  // Stock goes on from there, and later months leave too.
  const order = await desk.place([{ sku: 'A', quantity: 2 }]);
  await desk.staff('cancel_order', { order_id: order.id });
  await db.admin.query('select internal.seal_ledger()');
  t.true((await archiveAfter(200, 'movements')).every(({ archived: left }) => left === 0));
  t.deepEqual(await audit(), []);
});

/** The clean-up, so many days from now; gives how many events are left. */
const cleanedUp = async (days: number) => {
  const worker = await db.admin.connect();
  try {
    await worker.query(`set haat.clock_offset = '${days} days'`);
    await worker.query('select internal.clean_up_webhooks()');
    return (await worker.query('select count(*)::int as count from app.events')).rows[0].count as number;
  } finally {
    worker.release(true);
  }
};

/** In forty days from now. */
const archiveEvents = () =>
  runHaatHere(['archive', 'events', '--older-than', '0', '--json'], {
    DATABASE_URL: withOptions(db.url, ['haat.clock_offset=40 days']),
    MEDIA_URL: `file://${folder}`,
  });

test.serial('events of months that are over are copied, without customers', async (t) => {
  const run = await archiveEvents();
  t.is(run.err, '');
  const [{ file, archived }] = JSON.parse(run.out);
  copied = archived;
  t.true(archived > 10 && archived <= (await cleanedUp(0)));
  t.like(await verify(path.join(folder, file)), { code: 0, rows: [{ result: 'whole', log: 'events' }] });
  const told = linesOf(path.join(folder, file)).map((line) => JSON.parse(line));
  t.true(told.at(-1).manifest.redacted > 0);
  for (const word of [person.word, person.digits, person.spelling]) t.false(JSON.stringify(told).includes(word), word);
});

test.serial('an erasure reaches all there is of a customer whose changes are of archived months', async (t) => {
  await desk.staff('erase_customer', { customer_id: customerId });
  t.deepEqual(await findPerson(db.admin, person), []);
  t.deepEqual(await wholeAudit(), []);
});

test.serial('where events are archived, the clean-up waits for that, 62 days at most', async (t) => {
  await desk.ask('update_variant', { identifier: goods.variantId, price: 340 });
  await sealHistory(db);
  const since = (await cleanedUp(0)) - copied;
  t.true(since > 0);
  t.is(await cleanedUp(40), since);
  t.deepEqual(
    (await db.as('haat_dba').query(`select problem from ledger.verify_history() where problem !~ '^rows removed'`))
      .rows,
    [],
  );
  t.is(await cleanedUp(95), 0);
  // It does not wait for those that went without, when later ones are archived again.
  await desk.ask('update_variant', { identifier: goods.variantId, price: 350 });
  await sealHistory(db);
  t.true((await cleanedUp(0)) > 0);
  t.true(JSON.parse((await archiveEvents()).out)[0].archived > 0);
  t.is(await cleanedUp(40), 0);
});
