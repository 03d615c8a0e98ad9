// Starting, reading and deleting videos: who may, which limits hold, exactly and at once.
import test from 'ava';
import type pg from 'pg';
import type { TestDatabase } from '../helpers/database.ts';
import { callers } from '../helpers/long.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { callGate, createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import {
  ask,
  completeUpload,
  later,
  MIB,
  md5,
  passCheck,
  readyVideo,
  rotateKey,
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

const file = { file_name: 'clip.mp4', size_bytes: 1000 };
const link = { source_url: 'https://example.com/clip.mp4' };
const read = { bucket: 'read' } as const;
const someId = '01980000-0000-7000-8000-000000000000';

/** Every operation on a video, with input that is good otherwise. */
const operations = (id: string, productId: string): [string, Record<string, unknown>][] => [
  ['create_video', file],
  ['import_video', link],
  ['get_video', { id }],
  ['list_videos', {}],
  ['delete_video', { id }],
  ['set_video_cover', { id, cover: { media_key: 'images/c/a.webp' } }],
  ['sign_video_parts', { id, parts: [{ part_number: 1, content_md5: md5('a') }] }],
  ['complete_video', { id, checked: { lease: someId } }],
  ['place_product_video', { id: productId, video_id: id }],
  ['attach_product_video', { product_id: productId, video_id: id }],
];

const move = (id: string, change: string) => db.admin.query(`update app.videos set ${change} where id = $1`, [id]);

test.serial(
  'a plan without videos, then the switch, refuse everything; taking off asks for the plan alone',
  async (t) => {
    const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
    const id = await readyVideo(db, gateway, shop.storeKey);
    await callGate(gateway, shop.storeKey, 'place_product_video', { id: productId, video_id: id });
    await db.admin.query('update app.stores set video_uploads_enabled = false where id = $1', [shop.stores[0].id]);
    for (const [name, input] of operations(id, productId))
      t.is((await callGate(gateway, shop.storeKey, name, input)).outcome.sqlstate, 'HT013', name);
    t.is((await ask(gateway, 'start_video_completion', [shop.storeKey.hash, { id }, 'test', 60])).sqlstate, 'HT013');
    await db.admin.query('update app.plans set product_videos = false where id = $1', [shop.planId]);
    for (const [name, input] of operations(someId, someId))
      t.is((await callGate(gateway, shop.storeKey, name, input)).outcome.sqlstate, 'HT010', name);
    const takeOff = () => callGate(gateway, shop.storeKey, 'remove_product_video', { id: productId, video_id: id });
    t.is((await takeOff()).outcome.sqlstate, 'HT010');
    const product = { name: 'P', variants: [{ sku: 'P', name: 'P', price: 1 }], videos: [{ video_id: id }] };
    t.is((await callGate(gateway, shop.storeKey, 'create_product', product)).outcome.sqlstate, 'HT010');
    await db.admin.query('update app.plans set product_videos = true where id = $1', [shop.planId]);
    t.is((await callGate(gateway, shop.storeKey, 'create_product', product)).outcome.sqlstate, 'HT013');
    t.deepEqual((await takeOff()).result, { product_id: productId, video_id: id, removed: true });
    // A company key that names no store reads without asking for any store's switch.
    t.is((await callGate(gateway, shop.companyKey, 'list_videos', {}, read)).outcome.sqlstate, null);
    t.is(
      (await callGate(gateway, shop.companyKey, 'list_videos', { store_id: shop.stores[0].id }, read)).outcome.sqlstate,
      'HT013',
    );
  },
);

test.serial('what another tenant, another key or a successor started does not exist', async (t) => {
  const rival = await createShop(db.admin);
  const { productId } = await stockVariant(db.admin, shop, { sku: 'A' });
  const theirs = await readyVideo(db, gateway, rival.storeKey);
  const other = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const others = await readyVideo(db, gateway, other);
  const first = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  const firsts = await startUpload(gateway, first);
  const second = await rotateKey(db, shop, first);
  const seconds = await startUpload(gateway, second);
  const third = await rotateKey(db, shop, second);
  for (const [key, id] of [
    [shop.storeKey, theirs],
    [shop.storeKey, others],
    [shop.storeKey, someId],
    [second, await startUpload(gateway, third)],
  ] as const) {
    for (const [name, input] of operations(id, productId).filter(([name]) => !/^(create|import|list)_/.test(name))) {
      const { outcome } = await callGate(gateway, key, name, input);
      if (/^(place|attach)_/.test(name)) {
        t.is(outcome.sqlstate, 'HT008', name);
        t.truthy(outcome.fields?.video_id, name);
      } else t.is(outcome.sqlstate, 'HT100', name);
    }
    t.is((await ask(gateway, 'start_video_completion', [key.hash, { id }, 'test', 60])).sqlstate, 'HT100');
    t.is((await ask(gateway, 'keep_storage_upload', [key.hash, id, 'u', 'test'])).sqlstate, 'HT100');
  }
  // Directly and through several rotations, upwards only.
  const seen = async (key: typeof third) =>
    (await callGate(gateway, key, 'list_videos', { status: 'uploading' }, read)).result.data.map(
      (video: { id: string }) => video.id,
    );
  t.deepEqual((await seen(third)).slice(1), [seconds, firsts]);
  t.deepEqual(await seen(second), [seconds, firsts]);
  t.is((await callGate(gateway, third, 'get_video', { id: firsts }, read)).result.id, firsts);
  // The right key, in the company's other store.
  t.is(
    (await callGate(gateway, shop.companyKey, 'get_video', { id: firsts, store_id: shop.stores[1].id }, read)).outcome
      .sqlstate,
    'HT100',
  );
});

test.serial('an upload is described as the contract says, and its parts come from the doorman', async (t) => {
  const size = 17 * MIB;
  const { result } = await callGate(gateway, shop.companyKey, 'create_video', {
    ...file,
    size_bytes: size,
    content_type: 'Video/MP4',
    store_id: shop.stores[1].id,
  });
  const { id, created_at, updated_at, expires_at, ...rest } = result;
  t.is(Date.parse(expires_at) - Date.parse(created_at), 24 * 3600 * 1000);
  t.is(updated_at, created_at);
  t.deepEqual(rest, {
    store_id: shop.stores[1].id,
    status: 'uploading',
    source: 'upload',
    source_url: null,
    file_name: 'clip.mp4',
    size_bytes: size,
    content_type: 'video/mp4',
    part_size: 8 * MIB,
    part_count: 3,
    uploaded_parts: [],
    url: null,
    poster_url: null,
    width: null,
    height: null,
    duration_ms: null,
    has_audio: null,
    rejection: null,
    abort_reason: null,
    placements: [],
    ready_at: null,
  });
  const parts = [{ part_number: 1, size_bytes: 8 * MIB }];
  t.deepEqual(
    (await callGate(gateway, shop.companyKey, 'get_video', { id, uploaded_parts: parts }, read)).result.uploaded_parts,
    parts,
  );
  const { result: found } = await callGate(gateway, shop.companyKey, 'get_video', { id }, { ...read, precheck: true });
  t.regex(found.storage_key, new RegExp(`^videos/${shop.companyId}/[0-9a-f-]{36}\\.mp4$`));
  t.like(found, { id, storage_upload_id: null, status: 'uploading' });
  const imported = await callGate(gateway, shop.storeKey, 'import_video', link);
  t.like(imported.result, {
    source: 'import',
    source_url: link.source_url,
    file_name: null,
    size_bytes: null,
    part_size: null,
    part_count: null,
  });
  t.is(Date.parse(imported.result.expires_at) - Date.parse(imported.result.created_at), 3600 * 1000);
});

test.serial('a file too large or of another type is refused before it counts', async (t) => {
  const start = (more: object) => callGate(gateway, shop.storeKey, 'create_video', { ...file, ...more });
  const large = await start({ size_bytes: 200 * MIB + 1 });
  t.is(large.outcome.sqlstate, 'HT120');
  t.truthy(large.outcome.fields?.video);
  t.is((await start({ content_type: 'video/webm' })).outcome.sqlstate, 'HT121');
  const whole = await start({ size_bytes: 200 * MIB });
  t.is(whole.result.part_count, 25);
  const { rows } = await db.admin.query('select starts from app.video_starts where store_id = $1', [shop.stores[0].id]);
  t.deepEqual(rows, [{ starts: 1 }]);
});

test.serial('four unfinished a key, six a store; those that ended or expired make room', async (t) => {
  const keys = [shop.storeKey];
  keys.push(await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id }));
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await startUpload(gateway, keys[0]!));
  t.is((await callGate(gateway, keys[0]!, 'create_video', file)).outcome.sqlstate, 'HT110');
  t.is((await callGate(gateway, keys[0]!, 'import_video', link)).outcome.sqlstate, 'HT110');
  // A rotation does not begin anew.
  const rotated = await rotateKey(db, shop, keys[0]!);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, 'HT110');
  for (let n = 0; n < 2; n++) await startUpload(gateway, keys[1]!);
  const full = await callGate(gateway, keys[1]!, 'create_video', file);
  t.is(full.outcome.sqlstate, 'HT110');
  t.regex(full.outcome.message!, /store/);
  t.is(
    (await callGate(gateway, shop.companyKey, 'create_video', { ...file, store_id: shop.stores[1].id })).outcome
      .sqlstate,
    null,
  );
  // Verifying still counts, ready no longer does.
  await completeUpload(gateway, rotated, ids[0]!);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, 'HT110');
  await passCheck(db, ids[0]!);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, null);
  await move(ids[1]!, `expires_at = internal.now() - interval '1 ms'`);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, null);
  t.is((await callGate(gateway, rotated, 'delete_video', { id: ids[2] })).outcome.sqlstate, null);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, null);
  t.is((await callGate(gateway, rotated, 'create_video', file)).outcome.sqlstate, 'HT110');
});

test.serial('fifty starts a store and UTC day, deleted ones too; a replay counts nothing', async (t) => {
  for (let n = 0; n < 49; n++) {
    const id = await startUpload(gateway, n % 2 ? shop.storeKey : shop.companyKey, { store_id: shop.stores[0].id });
    await callGate(gateway, n % 2 ? shop.storeKey : shop.companyKey, 'delete_video', {
      id,
      store_id: shop.stores[0].id,
    });
  }
  const last = await callGate(gateway, shop.storeKey, 'create_video', file, { idempotencyKey: 'fifty' });
  const again = await callGate(gateway, shop.storeKey, 'create_video', file, { idempotencyKey: 'fifty' });
  t.true(again.outcome.replayed);
  t.is(again.result.id, last.result.id);
  const { outcome } = await callGate(gateway, shop.storeKey, 'create_video', file, { idempotencyKey: 'over' });
  t.is(outcome.sqlstate, 'HT005');
  const { retry_after: seconds } = outcome as unknown as { retry_after: number };
  const midnight = new Date();
  midnight.setUTCHours(24, 0, 0, 0);
  t.true(Math.abs(seconds - (midnight.getTime() - Date.now()) / 1000) < 30);
  // Not stored: the same key works the next day, and the other store today.
  const tomorrow = later(db, 'haat_gateway', '24 hours');
  t.is(
    (await callGate(tomorrow, shop.storeKey, 'create_video', file, { idempotencyKey: 'over' })).outcome.sqlstate,
    null,
  );
  await t.notThrowsAsync(startUpload(gateway, shop.companyKey, { store_id: shop.stores[1].id }));
});

test.serial('twenty imports a key and UTC day, in all its stores', async (t) => {
  for (let n = 0; n < 20; n++) {
    const store_id = shop.stores[n % 2]!.id;
    const id = await startImport(gateway, shop.companyKey, { store_id });
    await callGate(gateway, shop.companyKey, 'delete_video', { id, store_id });
  }
  const input = { ...link, store_id: shop.stores[0].id };
  const { outcome } = await callGate(gateway, shop.companyKey, 'import_video', input);
  t.is(outcome.sqlstate, 'HT005');
  t.true((outcome as unknown as { retry_after: number }).retry_after > 0);
  const rotated = await rotateKey(db, shop, shop.companyKey);
  t.is((await callGate(gateway, rotated, 'import_video', input)).outcome.sqlstate, 'HT005');
  t.is((await callGate(gateway, rotated, 'create_video', { ...file, ...input })).outcome.sqlstate, null);
  t.is((await callGate(gateway, shop.storeKey, 'import_video', link)).outcome.sqlstate, null);
});

test.serial('of starts at one moment as many pass as there are places', async (t) => {
  await startUpload(gateway, shop.storeKey);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => callGate(gateway, shop.storeKey, 'create_video', file)),
  );
  t.is(outcomes.filter(({ outcome }) => outcome.sqlstate === null).length, 3);
  t.is(outcomes.filter(({ outcome }) => outcome.sqlstate === 'HT110').length, 7);
});

test.serial('storage is reserved at the start: the last byte fits, at once only once', async (t) => {
  await db.admin.query('update app.plans set video_storage_bytes = $2 where id = $1', [shop.planId, 201 * MIB]);
  t.is(
    (await callGate(gateway, shop.storeKey, 'create_video', { ...file, size_bytes: MIB + 1 })).outcome.sqlstate,
    null,
  );
  t.is((await callGate(gateway, shop.storeKey, 'import_video', link)).outcome.sqlstate, 'HT012');
  await db.admin.query('update app.plans set video_storage_bytes = $2 where id = $1', [shop.planId, 3 * MIB]);
  // In both stores, by different keys: the plan is the company's.
  const size_bytes = 2 * MIB - 1;
  const outcomes = await Promise.all([
    callGate(gateway, shop.storeKey, 'create_video', { ...file, size_bytes }),
    callGate(gateway, shop.companyKey, 'create_video', { ...file, size_bytes, store_id: shop.stores[1].id }),
  ]);
  t.deepEqual(outcomes.map(({ outcome }) => outcome.sqlstate).sort(), ['HT012', null]);
  t.is((await callGate(gateway, shop.storeKey, 'create_video', { ...file, size_bytes: 1 })).outcome.sqlstate, 'HT012');
});

test.serial('the list is newest first, by status, without what expired unfinished', async (t) => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift(await readyVideo(db, gateway, shop.storeKey));
  const open = await startUpload(gateway, shop.storeKey);
  const cancelled = await startUpload(gateway, shop.storeKey);
  await callGate(gateway, shop.storeKey, 'delete_video', { id: cancelled });
  const list = async (input: object, pool = gateway) =>
    (await callGate(pool, shop.storeKey, 'list_videos', input, read)).result;
  const idsOf = async (input: object, pool = gateway) =>
    (await list(input, pool)).data.map((video: { id: string }) => video.id);
  t.deepEqual(await idsOf({}), [cancelled, open, ...ids]);
  t.deepEqual(await idsOf({ status: 'ready' }), ids);
  t.deepEqual(await idsOf({ status: 'aborted' }), [cancelled]);
  const page = await list({ limit: 2 });
  t.deepEqual(page.meta, { has_more: true, next_cursor: open });
  t.deepEqual(await idsOf({ limit: 2, starting_after: open }), ids.slice(0, 2));
  const others = await startUpload(gateway, shop.companyKey, { store_id: shop.stores[0].id });
  for (const cursor of ['starting_after', 'ending_before']) {
    const { outcome } = await callGate(gateway, shop.storeKey, 'list_videos', { [cursor]: others }, read);
    t.is(outcome.sqlstate, 'HT100');
    t.deepEqual(outcome.fields, { [cursor]: ['is not a record of this list'] });
  }
  // Past its expiry it is left out, before the timer has come and after.
  const tomorrow = later(db, 'haat_gateway', '25 hours');
  t.deepEqual(await idsOf({}, tomorrow), [cancelled, ...ids]);
  t.like((await callGate(tomorrow, shop.storeKey, 'get_video', { id: open }, read)).result, {
    status: 'aborted',
    abort_reason: 'expired',
    expires_at: null,
  });
  await later(db, 'haat_worker', '25 hours').query('select internal.expire_videos()');
  t.deepEqual(await idsOf({}, tomorrow), [cancelled, ...ids]);
  t.deepEqual(await idsOf({ status: 'aborted' }, tomorrow), [cancelled]);
});
