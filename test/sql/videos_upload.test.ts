// From the first part to ready: pinning, completion under a lease, verdicts, covers, deletion, the table of moves.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import {
  ask,
  completeUpload,
  lease,
  MIB,
  md5,
  passCheck,
  readyVideo,
  startImport,
  startUpload,
} from '../helpers/videos/rows.ts';

let db: TestDatabase;
let gateway: pg.Pool;
let shop: TestShop;
test.before(async () => {
  db = await borrowDatabase();
  gateway = db.as('haat_gateway', { max: callers(12) });
});
test.beforeEach(async () => {
  shop = await createShop(db.admin);
});
test.after.always(() => db?.drop());

const call = (operation: string, input: object, idempotencyKey?: string) =>
  callGate(gateway, shop.storeKey, operation, input, idempotencyKey ? { idempotencyKey } : {});
const get = async (id: string) => (await call('get_video', { id })).result;
const start = (id: string) => ask(gateway, 'start_video_completion', [shop.storeKey.hash, { id }, 'test', 60]);
const part = (number: number, text = `part ${number}`) => ({ part_number: number, content_md5: md5(text) });
const eventsOf = async (id: string) =>
  (await db.admin.query('select type, object from app.events where object_id = $1 order by sequence', [id])).rows;
const deletions = async () =>
  (
    await db.admin.query(
      'select media_key, storage_upload_id from internal.media_deletions where company_id = $1 order by id',
      [shop.companyId],
    )
  ).rows;

test.serial('the first signing pins number, MD5 and size; another MD5 is another file', async (t) => {
  const id = await startUpload(gateway, shop.storeKey, { size_bytes: 8 * MIB + 5 });
  const sign = (...parts: object[]) => call('sign_video_parts', { id, parts });
  const first = await sign(part(2), part(1));
  t.like(first.result, { id, storage_upload_id: null });
  t.regex(first.result.storage_key, /^videos\//);
  t.deepEqual(first.result.data, [
    { part_number: 2, content_md5: md5('part 2'), size_bytes: 5 },
    { part_number: 1, content_md5: md5('part 1'), size_bytes: 8 * MIB },
  ]);
  t.deepEqual((await sign(part(2))).result.data, [first.result.data[0]]);
  const changed = await sign(part(1), part(2, 'other'));
  t.is(changed.outcome.sqlstate, 'HT111');
  t.truthy(changed.outcome.fields?.['parts.1.content_md5']);
  const beyond = await sign(part(1), part(3));
  t.is(beyond.outcome.sqlstate, 'HT008');
  t.truthy(beyond.outcome.fields?.['parts.1.part_number']);
  const twice = await startUpload(gateway, shop.storeKey);
  t.is((await call('sign_video_parts', { id: twice, parts: [part(1), part(1, 'b')] })).outcome.sqlstate, 'HT111');
  // A refusal pins nothing.
  t.is((await call('sign_video_parts', { id: twice, parts: [part(1, 'b')] })).outcome.sqlstate, null);
});

test.serial('the first upload that storage opened holds', async (t) => {
  const id = await startUpload(gateway, shop.storeKey);
  const keep = (upload: string) => ask(gateway, 'keep_storage_upload', [shop.storeKey.hash, id, upload, 'test']);
  const kept = await Promise.all(['u1', 'u2', 'u3'].map(keep));
  t.is(new Set(kept.map((one) => one.storage_upload_id)).size, 1);
  t.deepEqual(await keep('u4'), kept[0]);
  t.is((await call('sign_video_parts', { id, parts: [part(1)] })).result.storage_upload_id, kept[0].storage_upload_id);
  await call('delete_video', { id });
  t.is((await keep('u5')).sqlstate, 'HT116');
  const [gone] = await deletions();
  t.is(gone.storage_upload_id, kept[0].storage_upload_id);
});

test.serial('a completion is leased to one; it is told what was signed and what was not', async (t) => {
  const id = await startUpload(gateway, shop.storeKey, { size_bytes: 17 * MIB });
  await call('sign_video_parts', { id, parts: [part(1), part(3)] });
  const [one, two] = (await Promise.all([start(id), start(id)])).sort((a) => (a.sqlstate ? 1 : -1));
  t.is(two.sqlstate, 'HT114');
  t.like(one, { id, company_id: shop.companyId, size_bytes: 17 * MIB, storage_upload_id: null });
  t.deepEqual(one.unsigned_parts, [2]);
  t.deepEqual(one.parts, [
    { ...part(1), size_bytes: 8 * MIB },
    { ...part(3), size_bytes: MIB },
  ]);
  // While it lasts no other call signs, completes or deletes.
  for (const [operation, input] of [
    ['sign_video_parts', { id, parts: [part(2)] }],
    ['complete_video', { id, checked: { lease: randomUUID() } }],
    ['complete_video', { id }],
    ['delete_video', { id }],
  ] as const)
    t.is((await call(operation, input)).outcome.sqlstate, 'HT114', operation);
  await gateway.query('select gate.end_video_completion($1)', [one.lease]);
  t.is((await call('sign_video_parts', { id, parts: [part(2)] })).outcome.sqlstate, null);
  // A lease that ran out is free for the next, and the one before comes too late.
  const slow = await start(id);
  await db.admin.query(`update app.videos set lease_expires_at = clock_timestamp() - interval '1 ms' where id = $1`, [
    id,
  ]);
  const next = await start(id);
  t.deepEqual(next.unsigned_parts, []);
  t.is((await call('complete_video', { id, checked: { lease: slow.lease } })).outcome.sqlstate, 'HT114');
  t.is((await call('complete_video', { id, checked: { lease: next.lease } })).result.status, 'verifying');
  t.is((await start(id)).sqlstate, 'HT114');
});

test.serial('an upload past its expiry may end what it began in time', async (t) => {
  const id = await startUpload(gateway, shop.storeKey);
  await call('sign_video_parts', { id, parts: [part(1)] });
  const { lease } = await start(id);
  await db.admin.query(`update app.videos set expires_at = internal.now() - interval '1 s' where id = $1`, [id]);
  t.is((await db.as('haat_worker').query('select internal.expire_videos() as count')).rows[0].count, 0);
  t.is((await call('complete_video', { id, checked: { lease } })).result.status, 'verifying');
});

test.serial('missing and changed parts are named, the lease is free again, and a replay says the same', async (t) => {
  const id = await startUpload(gateway, shop.storeKey, { size_bytes: 17 * MIB });
  await call('sign_video_parts', { id, parts: [part(1), part(3)] });
  const missing = { id, checked: { lease: (await start(id)).lease, missing_parts: [3], unsigned_parts: [2] } };
  const refused = await call('complete_video', missing, 'k');
  t.is(refused.outcome.sqlstate, 'HT112');
  t.deepEqual(refused.outcome.fields?.parts, ['part 2 is missing', 'part 3 is missing']);
  t.is(refused.result, null);
  const replay = await call('complete_video', missing, 'k');
  t.true(replay.outcome.replayed);
  t.like(replay.outcome, { sqlstate: 'HT112', fields: refused.outcome.fields, message: refused.outcome.message });
  await call('sign_video_parts', { id, parts: [part(2)] });
  const changed = { id, checked: { lease: (await start(id)).lease, changed_parts: [1] } };
  t.is((await call('complete_video', changed)).outcome.sqlstate, 'HT111');
  t.is((await start(id)).sqlstate, undefined);
});

test.serial(
  'a broken rule answers 422, and the rejection stays; a retry with the same key hears it again',
  async (t) => {
    const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
    const id = await startUpload(gateway, shop.storeKey);
    await ask(gateway, 'keep_storage_upload', [shop.storeKey.hash, id, 'u1', 'test']);
    await call('set_video_cover', { id, cover: { media_key: 'images/c/cover.webp' } });
    await call('place_product_video', { id: productId, video_id: id });
    const problem = { code: 'VIDEO_HEVC', message: 'Convert it to H.264.' };
    const input = { id, checked: { lease: '', problem } };
    await call('sign_video_parts', { id, parts: [part(1)] });
    input.checked.lease = (await start(id)).lease;
    const refused = await call('complete_video', input, 'once');
    t.like(refused.outcome, { sqlstate: 'HT127', message: problem.message, replayed: false });
    t.deepEqual(refused.outcome.fields, { video: [problem.message] });
    t.is(refused.result, null);
    t.like(await get(id), {
      status: 'rejected',
      rejection: problem,
      placements: [],
      poster_url: null,
      expires_at: null,
    });
    const replay = await call('complete_video', input, 'once');
    t.like(replay.outcome, { sqlstate: 'HT127', message: problem.message, replayed: true });
    t.is((await call('complete_video', input, 'another')).outcome.sqlstate, 'HT116');
    // The refusal of one call does not stick to the next on the same connection.
    const single = db.as('haat_gateway', { max: 1 });
    t.is((await callGate(single, shop.storeKey, 'list_videos', {})).outcome.sqlstate, null);
    const events = await eventsOf(id);
    t.deepEqual(
      events.map(({ type }) => type),
      ['video.rejected'],
    );
    t.like(events[0].object, { id, status: 'rejected', rejection: problem });
    const [file, cover] = await deletions();
    t.regex(file.media_key, /^videos\//);
    t.is(file.storage_upload_id, 'u1');
    t.is(cover.media_key, 'images/c/cover.webp');
  },
);

test.serial('every rule has its own code', async (t) => {
  const { rows } = await db.admin.query(
    `select array_agg(internal.video_refusal(m[1]) order by internal.video_refusal(m[1])) as codes
     from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '(VIDEO_[A-Z0-9_]+)', 'g') m
     where k.conname = 'videos_rejection_code_check'`,
  );
  t.deepEqual(
    rows[0].codes,
    Array.from({ length: 15 }, (_, n) => `HT${120 + n}`),
  );
});

test.serial('ready: every fact, both addresses, events for the video and for each product it stands on', async (t) => {
  const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
  const id = await startUpload(gateway, shop.storeKey);
  await call('place_product_video', { id: productId, video_id: id });
  const before = (await call('get_product', { id: productId })).result;
  t.deepEqual(before.videos, []);
  t.is((await completeUpload(gateway, shop.storeKey, id)).result.status, 'verifying');
  t.true(await passCheck(db, id));
  const video = await get(id);
  t.like(video, { status: 'ready', width: 1280, height: 720, duration_ms: 5000, has_audio: false, expires_at: null });
  t.regex(video.url, new RegExp(`^http.*/videos/c/${id}\\.mp4\\?signature=s$`));
  t.regex(video.poster_url, new RegExp(`^http.*/images/p/${id}\\.webp$`));
  t.truthy(video.ready_at);
  t.deepEqual(
    (await eventsOf(id)).map(({ type, object }) => [type, object.status]),
    [['video.ready', 'ready']],
  );
  const [updated] = (await eventsOf(productId)).slice(-1);
  t.is(updated.type, 'product.updated');
  t.is(updated.object.videos[0].id, id);
  const after = (await call('get_product', { id: productId })).result;
  t.true(after.updated_at > before.updated_at);
  t.deepEqual(after, updated.object);
});

test.serial('a check that lost its lease changes nothing, and of two only one ends it', async (t) => {
  const id = await startUpload(gateway, shop.storeKey);
  await completeUpload(gateway, shop.storeKey, id);
  const worker = db.as('haat_worker');
  const old = await lease(db, id);
  const current = await lease(db, id);
  const facts = JSON.stringify({ width: 1, height: 1, duration_ms: 1, has_audio: true });
  const finish = async (held: string) =>
    (await worker.query('select internal.finish_video($1, $2, $3, null, $4) as done', [id, held, facts, 'p.mp4']))
      .rows[0].done;
  t.false(await finish(old));
  t.false(
    (await worker.query(`select internal.reject_video($1, $2, 'VIDEO_CODEC', 'x') as done`, [id, old])).rows[0].done,
  );
  t.false((await worker.query('select internal.renew_video_lease($1, $2, 60) as done', [id, old])).rows[0].done);
  t.true((await worker.query('select internal.renew_video_lease($1, $2, 60) as done', [id, current])).rows[0].done);
  t.deepEqual((await Promise.all([finish(current), finish(current)])).sort(), [false, true]);
  t.is((await eventsOf(id)).length, 1);
  t.is((await get(id)).poster_url, null);
});

test.serial('a cover stands before the poster, whenever it came; an earlier one is deleted', async (t) => {
  const id = await startUpload(gateway, shop.storeKey);
  const cover = (name: string) => call('set_video_cover', { id, cover: { media_key: `images/c/${name}.webp` } });
  t.regex((await cover('one')).result.poster_url, /one\.webp$/);
  await completeUpload(gateway, shop.storeKey, id);
  t.regex((await cover('two')).result.poster_url, /two\.webp$/);
  await passCheck(db, id);
  t.regex((await get(id)).poster_url, /two\.webp$/);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
  await call('place_product_video', { id: productId, video_id: id });
  const before = (await call('get_product', { id: productId })).result;
  await cover('three');
  const after = (await call('get_product', { id: productId })).result;
  t.regex(after.videos[0].poster_url, /three\.webp$/);
  t.true(after.updated_at > before.updated_at);
  t.deepEqual((await eventsOf(productId)).slice(-1)[0].object, after);
  t.deepEqual(
    (await deletions()).map(({ media_key: key }) => key),
    ['images/c/one.webp', 'images/c/two.webp'],
  );
});

test.serial('the table of moves: what each status answers to each call', async (t) => {
  const made: Record<string, string> = {
    uploading: await startUpload(gateway, shop.storeKey),
    ready: await readyVideo(db, gateway, shop.storeKey),
  };
  made.verifying = await startUpload(gateway, shop.storeKey);
  await completeUpload(gateway, shop.storeKey, made.verifying);
  made.rejected = await startUpload(gateway, shop.storeKey);
  await completeUpload(gateway, shop.storeKey, made.rejected, { problem: { code: 'VIDEO_CORRUPT', message: 'x' } });
  made.aborted = await startUpload(gateway, shop.storeKey);
  await call('delete_video', { id: made.aborted });
  made.expired = await startUpload(gateway, shop.storeKey);
  await db.admin.query(`update app.videos set expires_at = internal.now() where id = $1`, [made.expired]);
  made.import = await startImport(gateway, shop.storeKey);
  const expected = {
    //           sign     complete cover    delete
    uploading: [null, 'HT114', null, null],
    verifying: ['HT114', 'HT114', null, 'HT114'],
    ready: ['HT116', 'HT116', null, null],
    rejected: ['HT116', 'HT116', 'HT116', null],
    aborted: ['HT116', 'HT116', 'HT116', null],
    expired: ['HT116', 'HT116', 'HT116', null],
    import: ['HT113', 'HT113', null, null],
  };
  for (const [status, answers] of Object.entries(expected)) {
    const id = made[status]!;
    const given = [
      await call('sign_video_parts', { id, parts: [part(1)] }),
      // No completion was begun: another would be under way.
      await call('complete_video', { id, checked: { lease: randomUUID() } }),
      await call('set_video_cover', { id, cover: { media_key: `images/c/${randomUUID()}.webp` } }),
      await call('delete_video', { id }),
    ];
    t.deepEqual(
      given.map(({ outcome }) => outcome.sqlstate),
      answers,
      status,
    );
  }
  // A ready one is gone; what was unfinished is cancelled; what had ended stays as it was, for good.
  t.is((await call('get_video', { id: made.ready })).outcome.sqlstate, 'HT100');
  t.like(await get(made.uploading!), { status: 'aborted', abort_reason: 'cancelled' });
  t.like(await get(made.import!), { status: 'aborted', abort_reason: 'cancelled' });
  t.is((await get(made.rejected)).status, 'rejected');
  t.like(await get(made.aborted), { status: 'aborted', abort_reason: 'cancelled' });
  const { rows } = await db.as('haat_dba').query('select * from check_videos where company_id = $1', [shop.companyId]);
  t.deepEqual(rows, []);
});

test.serial('the tables refuse what cannot be', async (t) => {
  const id = await readyVideo(db, gateway, shop.storeKey);
  for (const change of [
    'width = null',
    'playback_path = null',
    'reserved_bytes = reserved_bytes + 1',
    'expires_at = now()',
    `lease_id = uuidv4(), lease_expires_at = now()`,
    `status = 'aborted', abort_reason = 'cancelled'`,
    `rejection_code = 'VIDEO_HEVC', rejection_message = 'x'`,
    `source = 'import'`,
    `source_url = 'https://example.com'`,
    `storage_upload_id = 'u'`,
    'size_bytes = 209715201',
  ])
    await t.throwsAsync(
      db.admin.query(`update app.videos set ${change} where id = $1`, [id]),
      { code: '23514' },
      change,
    );
});
