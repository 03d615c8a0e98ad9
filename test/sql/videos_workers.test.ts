// What workers and timers call: imports, checks, deletions of files; killed workers; a moved clock. As haat_worker.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type pg from 'pg';
import { unlockJobs } from '../../db/migrate/worker-schema.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { asCompany, callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { completeUpload, later, MIB, md5, readyVideo, startImport, startUpload } from '../helpers/videos/rows.ts';

let db: TestDatabase;
let gateway: pg.Pool;
let worker: pg.Pool;
let shop: TestShop;
test.before(async () => {
  db = await freshDatabase('serves all companies');
  gateway = db.as('haat_gateway');
  worker = db.as('haat_worker', { max: callers(6) });
});
test.beforeEach(async () => {
  // What waits for a worker waits for any: each test begins with nothing waiting.
  await db.admin.query('truncate app.video_placements, app.video_parts, app.videos, internal.media_deletions');
  await db.admin.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever function
const run = async (name: string, values: unknown[] = [], pool = worker): Promise<any[]> =>
  (await pool.query(`select * from internal.${name}(${values.map((_, i) => `$${i + 1}`).join(', ')})`, values)).rows;
const get = async (id: string) => (await callGate(gateway, shop.storeKey, 'get_video', { id })).result;
const jobs = async () =>
  (
    await db.admin.query(
      'select task_identifier as task, count(*)::int as count from graphile_worker.jobs group by 1 order by 1',
    )
  ).rows;
const row = async (id: string) => (await db.admin.query('select * from app.videos where id = $1', [id])).rows[0];
const end = (id: string) =>
  db.admin.query(`update app.videos set lease_expires_at = clock_timestamp() - interval '1 ms' where id = $1`, [id]);

test.serial('these functions are for workers only', async (t) => {
  const { rows } = await db.admin.query(
    `select p.oid::regprocedure::text as name from pg_proc p, unnest(array['haat_gateway', 'haat_api', 'haat_staff', 'haat_staff_gateway', 'haat_dba']) as r
     where p.pronamespace = 'internal'::regnamespace and has_function_privilege('haat_worker', p.oid, 'execute')
       and p.proname ~ '(import|video|media_deletions)' and p.proname <> 'product_video_lists' and has_function_privilege(r, p.oid, 'execute')`,
  );
  t.deepEqual(rows, []);
  for (const table of ['videos', 'video_parts', 'video_placements', 'video_starts'])
    await t.throwsAsync(worker.query(`select 1 from app.${table}`), { code: '42501' });
});

test.serial('a start that finds no other process running frees what killed processes held of videos', async (t) => {
  const copied = await startImport(gateway, shop.storeKey);
  const checked = await startUpload(gateway, shop.storeKey);
  await completeUpload(gateway, shop.storeKey, checked);
  await run('claim_video_import', [randomUUID(), 60]);
  await run('claim_video_check', [randomUUID(), 60]);
  t.deepEqual(await run('due_video_work'), [{ imports: 0, checks: 0, deletions: 0 }]);
  await unlockJobs(db.url);
  t.deepEqual(await run('due_video_work'), [{ imports: 1, checks: 1, deletions: 0 }]);
  t.is((await run('claim_video_import', [randomUUID(), 60]))[0].video_id, copied);
  t.is((await run('claim_video_check', [randomUUID(), 60]))[0].video_id, checked);
});

test.serial('one import a company at a time, the oldest first; another company’s beside it', async (t) => {
  const rival = await createShop(db.admin);
  const first = await startImport(gateway, shop.storeKey);
  const second = await startImport(gateway, shop.companyKey, { store_id: shop.stores[1].id });
  const theirs = await startImport(gateway, rival.storeKey);
  t.deepEqual(await jobs(), [{ task: 'video__import', count: 3 }]);
  t.deepEqual(await run('due_video_work'), [{ imports: 2, checks: 0, deletions: 0 }]);
  const held = randomUUID();
  const [one] = await run('claim_video_import', [held, 60]);
  t.like(one, {
    video_id: first,
    company_id: shop.companyId,
    source_url: 'https://example.com/clip.mp4',
    storage_upload_id: null,
    size_bytes: null,
    copied_bytes: '0',
    validator: null,
    parts: [],
  });
  const rest = await Promise.all([1, 2, 3, 4].map(() => run('claim_video_import', [randomUUID(), 60])));
  t.deepEqual(
    rest.flat().map(({ video_id: id }) => id),
    [theirs],
  );
  t.deepEqual(await run('due_video_work'), [{ imports: 0, checks: 0, deletions: 0 }]);
  // The oldest again when its worker died, then the next.
  await end(first);
  const [again] = await run('claim_video_import', [randomUUID(), 60]);
  t.is(again.video_id, first);
  t.false((await run('renew_video_lease', [first, held, 60]))[0].renew_video_lease);
  await callGate(gateway, shop.storeKey, 'delete_video', { id: first });
  t.is((await run('claim_video_import', [randomUUID(), 60]))[0].video_id, second);
});

test.serial('an import goes on where a killed worker left it, and ends verifying', async (t) => {
  const id = await startImport(gateway, shop.storeKey);
  const size = 8 * MIB + 5;
  const first = randomUUID();
  await run('claim_video_import', [first, 60]);
  t.true((await run('note_import', [id, first, 'u1', size, '"etag"']))[0].note_import);
  t.is((await row(id)).reserved_bytes, String(size));
  t.is((await get(id)).size_bytes, size);
  t.true((await run('note_imported_part', [id, first, 1, 8 * MIB, md5('1')]))[0].note_imported_part);
  await end(id);
  const second = randomUUID();
  const [claimed] = await run('claim_video_import', [second, 60]);
  t.like(claimed, {
    storage_upload_id: 'u1',
    size_bytes: String(size),
    copied_bytes: String(8 * MIB),
    validator: '"etag"',
    parts: [{ part_number: 1, size_bytes: 8 * MIB, content_md5: md5('1') }],
  });
  for (const [name, values] of [
    ['note_import', ['u2', size, null]],
    ['note_imported_part', [2, 5, md5('2')]],
    ['restart_import', []],
    ['finish_import', [size]],
    ['abort_import', []],
    ['reject_video', ['VIDEO_CODEC', 'x']],
  ] as const)
    t.false((await run(name, [id, first, ...values]))[0][name], name);
  await t.throwsAsync(run('finish_import', [id, second, size]), { message: /do not add up/ });
  await run('note_imported_part', [id, second, 2, 5, md5('2')]);
  t.true((await run('finish_import', [id, second, size]))[0].finish_import);
  t.like(await get(id), { status: 'verifying', size_bytes: size, uploaded_parts: [], expires_at: null });
  t.like(await row(id), { reserved_bytes: String(size), storage_upload_id: null, lease_id: null });
  t.deepEqual(await jobs(), [
    { task: 'video__import', count: 1 },
    { task: 'video__verify', count: 1 },
  ]);
  t.deepEqual(await run('due_video_work'), [{ imports: 0, checks: 1, deletions: 0 }]);
});

test.serial('a source that changed begins anew; one that grew past the plan’s storage is given up', async (t) => {
  await db.admin.query('update app.plans set video_storage_bytes = $2 where id = $1', [shop.planId, 200 * MIB]);
  const id = await startImport(gateway, shop.storeKey);
  const held = randomUUID();
  await run('claim_video_import', [held, 60]);
  await run('note_import', [id, held, 'u', 10 * MIB, 'a']);
  await run('note_imported_part', [id, held, 1, 8 * MIB, '']);
  const other = await startUpload(gateway, shop.companyKey, { size_bytes: 185 * MIB, store_id: shop.stores[1].id });
  t.true((await run('restart_import', [id, held]))[0].restart_import);
  t.like(await row(id), { size_bytes: null, reserved_bytes: String(10 * MIB), source_validator: null });
  t.true((await run('note_import', [id, held, 'u', 15 * MIB, 'b']))[0].note_import);
  await run('restart_import', [id, held]);
  t.false((await run('note_import', [id, held, 'u', 15 * MIB + 1, 'c']))[0].note_import);
  t.like(await get(id), { status: 'aborted', abort_reason: 'import_download_failed' });
  t.is((await row(other)).reserved_bytes, String(185 * MIB));
  t.is((await run('claim_media_deletions', [10])).length, 1);
});

test.serial('an import may fail, break a rule, or be deleted under its worker', async (t) => {
  const held = randomUUID();
  const claim = async () => {
    const id = await startImport(gateway, shop.storeKey);
    await run('claim_video_import', [held, 60]);
    return id;
  };
  const failed = await claim();
  t.true((await run('abort_import', [failed, held]))[0].abort_import);
  t.like(await get(failed), { status: 'aborted', abort_reason: 'import_download_failed' });
  const large = await claim();
  t.true((await run('reject_video', [large, held, 'VIDEO_TOO_LARGE', 'Too large.']))[0].reject_video);
  t.like(await get(large), { status: 'rejected', rejection: { code: 'VIDEO_TOO_LARGE', message: 'Too large.' } });
  const deleted = await claim();
  t.true((await run('renew_video_lease', [deleted, held, 60]))[0].renew_video_lease);
  t.is((await callGate(gateway, shop.storeKey, 'delete_video', { id: deleted })).outcome.sqlstate, null);
  t.false((await run('renew_video_lease', [deleted, held, 60]))[0].renew_video_lease);
  t.is((await row(deleted)).reserved_bytes, '0');
});

test.serial('checks are leased one by one and taken over from a dead worker', async (t) => {
  const ids = [await startUpload(gateway, shop.storeKey), await startUpload(gateway, shop.storeKey)];
  for (const id of ids) await completeUpload(gateway, shop.storeKey, id);
  await callGate(gateway, shop.storeKey, 'set_video_cover', { id: ids[1], cover: { media_key: 'images/c/x.webp' } });
  const claims = await Promise.all([1, 2, 3].map(() => run('claim_video_check', [randomUUID(), 60])));
  const given = claims.flat().sort((a, b) => (a.video_id < b.video_id ? -1 : 1));
  t.deepEqual(
    given.map((one) => [one.video_id, one.needs_poster, one.company_id, one.size_bytes]),
    [
      [ids[0], true, shop.companyId, '1000'],
      [ids[1], false, shop.companyId, '1000'],
    ],
  );
  await end(ids[0]!);
  t.is((await run('claim_video_check', [randomUUID(), 60]))[0].video_id, ids[0]);
  t.deepEqual(await run('claim_video_check', [randomUUID(), 60]), []);
});

test.serial('uploads end after 24 hours and waiting imports after one, once; started imports have 24', async (t) => {
  const upload = await startUpload(gateway, shop.storeKey);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
  await callGate(gateway, shop.storeKey, 'place_product_video', { id: productId, video_id: upload });
  const started = await startImport(gateway, shop.storeKey);
  const held = randomUUID();
  await run('claim_video_import', [held, 60]);
  const waiting = await startImport(gateway, shop.storeKey);
  const expire = async (offset: string) =>
    (await run('expire_videos', [], later(db, 'haat_worker', offset)))[0].expire_videos;
  t.is(await expire('59 minutes'), 0);
  t.is(await expire('61 minutes'), 1);
  t.is(await expire('61 minutes'), 0);
  t.like(await get(waiting), { status: 'aborted', abort_reason: 'expired' });
  t.is(await expire('23 hours'), 0);
  // A worker works on the import; then none does.
  t.is(await expire('25 hours'), 1);
  t.like(await get(upload), { status: 'aborted', abort_reason: 'expired', placements: [] });
  t.false(
    (await run('renew_video_lease', [started, held, 60], later(db, 'haat_worker', '25 hours')))[0].renew_video_lease,
  );
  await end(started);
  t.deepEqual(await run('claim_video_import', [randomUUID(), 60], later(db, 'haat_worker', '25 hours')), []);
  t.deepEqual(await Promise.all([expire('25 hours'), expire('25 hours')]).then((counts) => counts.sort()), [0, 1]);
  t.like(await get(started), { status: 'aborted', abort_reason: 'expired' });
});

test.serial('an import that expired under a dead worker does not hold up the company’s next', async (t) => {
  const old = await startImport(gateway, shop.storeKey);
  const held = randomUUID();
  await run('claim_video_import', [held, 60]);
  await run('note_import', [old, held, 'u', 5, null]);
  await run('note_imported_part', [old, held, 1, 5, md5('1')]);
  await end(old);
  // Nor does its worker revive it: what it had reserved may be another's by now.
  t.false((await run('finish_import', [old, held, 5], later(db, 'haat_worker', '25 hours')))[0].finish_import);
  const pool = later(db, 'haat_gateway', '25 hours');
  const { result } = await callGate(pool, shop.storeKey, 'import_video', { source_url: 'https://example.com/b.mp4' });
  const [claimed] = await run('claim_video_import', [randomUUID(), 60], later(db, 'haat_worker', '25 hours'));
  t.is(claimed.video_id, result.id);
});

test.serial(
  'a ready video on no product goes 48 hours and 7 days later, with its files; placed ones stay',
  async (t) => {
    const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
    const unshown = await readyVideo(db, gateway, shop.storeKey);
    const placed = await readyVideo(db, gateway, shop.storeKey);
    const archived = await readyVideo(db, gateway, shop.storeKey);
    const other = (await stockVariant(db.admin, shop, { sku: 'B' })).productId;
    const call = (operation: string, input: object) => callGate(gateway, shop.storeKey, operation, input);
    await call('place_product_video', { id: productId, video_id: placed });
    await call('place_product_video', { id: other, video_id: archived });
    await call('archive_product', { id: other });
    const remove = async (offset: string) =>
      (await run('remove_unshown_videos', [], later(db, 'haat_worker', offset)))[0].remove_unshown_videos;
    t.is(await remove('215 hours'), 0);
    t.is(await remove('217 hours'), 1);
    t.is(await remove('217 hours'), 0);
    t.is((await call('get_video', { id: unshown })).outcome.sqlstate, 'HT100');
    t.is((await get(placed)).status, 'ready');
    // The archived product may come back, and its video with it.
    t.is((await get(archived)).status, 'ready');
    const files = await run('claim_media_deletions', [10]);
    t.deepEqual(files.map(({ media_key: key }) => key.split('/')[0]).sort(), ['images', 'videos']);
  },
);

test.serial('files are deleted at least once: what was not finished comes again', async (t) => {
  for (let n = 0; n < 3; n++)
    await callGate(gateway, shop.storeKey, 'delete_video', { id: await startUpload(gateway, shop.storeKey) });
  t.deepEqual(await jobs(), [{ task: 'media__delete', count: 3 }]);
  const [two, one, none] = [
    await run('claim_media_deletions', [2]),
    await run('claim_media_deletions', [2]),
    await run('claim_media_deletions', [2]),
  ];
  t.deepEqual([two!.length, one!.length, none!.length], [2, 1, 0]);
  await run('finish_media_deletions', [two!.map(({ id }) => id)]);
  await db.admin.query('update internal.media_deletions set due_at = clock_timestamp()');
  t.deepEqual(await run('due_video_work'), [{ imports: 0, checks: 0, deletions: 1 }]);
  t.deepEqual(await run('claim_media_deletions', [2]), one);
});

test.serial('a person at the database takes a video down, and sees who fills the storage', async (t) => {
  const id = await readyVideo(db, gateway, shop.storeKey);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
  await callGate(gateway, shop.storeKey, 'place_product_video', { id: productId, video_id: id });
  const open = await startUpload(gateway, shop.storeKey);
  const guide = readFileSync(join(import.meta.dirname, '../../server/docs/guides/inside.md'), 'utf8');
  const [, question] = /## Videos[^`]*(?:`[^`\n]+`[^`]*)*?```\n([^`]+)```/.exec(guide)!;
  const dba = db.as('haat_dba');
  t.like((await dba.query(question!)).rows[0], {
    videos: '2',
    unfinished: '1',
    counted: '2000 bytes',
    files_to_delete: '0',
  });
  await asCompany(db.admin, shop.companyId, async (client) => {
    await client.query('select internal.lock_company_videos()');
    await client.query('select internal.remove_video($1)', [id]);
    await client.query(`select internal.end_video($1, 'cancelled')`, [open]);
  });
  const product = (await callGate(gateway, shop.storeKey, 'get_product', { id: productId })).result;
  t.deepEqual(product.videos, []);
  const { rows } = await db.admin.query(
    'select object from app.events where object_id = $1 order by sequence desc limit 1',
    [productId],
  );
  t.deepEqual(rows[0].object, product);
  t.deepEqual((await dba.query('select * from check_videos')).rows, []);
});

test.serial('staff see the videos of their company, without what concerns storage and leases', async (t) => {
  const id = await readyVideo(db, gateway, shop.storeKey);
  const rival = await createShop(db.admin);
  const client = await db.admin.connect();
  const look = async (companyId: string, columns: string) => {
    try {
      await client.query('begin');
      await client.query('select internal.act_as($1)', [companyId]);
      await client.query('set local role haat_staff');
      return (await client.query(`select ${columns} from app.videos`)).rows;
    } finally {
      await client.query('rollback');
    }
  };
  t.deepEqual(await look(shop.companyId, 'id, status'), [{ id, status: 'ready' }]);
  t.deepEqual(await look(rival.companyId, 'id'), []);
  for (const column of [
    'storage_key',
    'storage_upload_id',
    'lease_id',
    'lease_expires_at',
    'playback_path',
    'source_validator',
  ])
    await t.throwsAsync(look(shop.companyId, column), { code: '42501' });
  client.release();
});
