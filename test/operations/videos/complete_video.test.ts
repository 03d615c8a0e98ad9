import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { uploaded } from '../../helpers/operations/makers.ts';
import {
  api,
  closeVideoApi,
  db,
  house,
  large,
  ok,
  open,
  openVideoApi,
  refused,
} from '../../helpers/shops/video-shop.ts';
import { sample } from '../../helpers/videos/samples.ts';
import { sign, storageOf, upload } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('complete_video', house, { sound: async (maker) => ({ id: await uploaded(maker, ok) }), of: 'key' });

test('a stored part that is not what was signed ends in FILE_CHANGED', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  // Behind our back, as a bucket's owner could.
  const { rows } = await db.admin.query('select storage_upload_id from app.videos where id = $1', [id]);
  const folder = path.join(api.mediaDirectory, '.uploads', rows[0].storage_upload_id);
  const [name] = fs.readdirSync(folder).filter((entry) => entry.startsWith('1'));
  fs.appendFileSync(path.join(folder, name!), 'more');
  t.is(refused(await send('POST', `/videos/${id}/complete`, {})), '409 FILE_CHANGED');
  t.is((await send('GET', `/videos/${id}`)).body.status, 'uploading');
});

test('a file that breaks a rule is rejected at once, and a retry hears the same', async (t) => {
  const { send } = await open();
  for (const [name, code] of Object.entries({
    hevc: 'VIDEO_HEVC',
    fragmented: 'VIDEO_FRAGMENTED',
    long: 'VIDEO_TOO_LONG',
    matroska: 'VIDEO_NOT_MP4',
  })) {
    const id = await upload(api, send, sample(name));
    const idempotencyKey = randomUUID();
    const complete = () => send('POST', `/videos/${id}/complete`, {}, { idempotencyKey });
    const answer = await complete();
    t.is(refused(answer), `422 ${code}`);
    t.is(answer.body.error.fields.video.length, 1);
    const again = await complete();
    t.is(again.text, answer.text);
    t.is(again.headers.get('idempotent-replayed'), 'true');
    const { status, rejection, url } = (await send('GET', `/videos/${id}`)).body;
    t.deepEqual([status, rejection.code, url], ['rejected', code, null]);
    t.is(refused(await send('POST', `/videos/${id}/complete`, {})), '410 UPLOAD_NOT_ACTIVE');
    t.is(refused(await sign(send, id, ok)), '410 UPLOAD_NOT_ACTIVE');
  }
});

test('two completions at once: one does it, the other is told', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const answers = await Promise.all([1, 2].map(() => send('POST', `/videos/${id}/complete`, {})));
  const told = answers.map(({ status, body }) => (status === 200 ? body.status : body.error.code)).sort();
  t.deepEqual(told, ['UPLOAD_VERIFYING', 'verifying']);
});

test('of two completions with one Idempotency-Key the later is told so, or hears what the first heard', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const complete = () => send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'twin' });
  for (const { status, body, headers } of await Promise.all([complete(), complete(), complete()])) {
    if (status === 409) t.is(body.error.code, 'IDEMPOTENCY_IN_FLIGHT');
    else t.is(body.status, 'verifying', headers.get('idempotent-replayed') ?? 'the first');
  }
  const again = await complete();
  t.is(again.body.status, 'verifying');
  t.is(again.headers.get('idempotent-replayed'), 'true');
  // Under another key, or none, it is another call.
  const other = await upload(api, send, ok);
  await db.admin.query(
    `update app.videos set lease_id = uuidv7(), lease_expires_at = clock_timestamp() + interval '1 minute',
       completion_idempotency_key = 'first' where id = $1`,
    [other],
  );
  const code = async (more = {}) => (await send('POST', `/videos/${other}/complete`, {}, more)).body.error.code;
  t.is(await code({ idempotencyKey: 'first' }), 'IDEMPOTENCY_IN_FLIGHT');
  t.is(await code({ idempotencyKey: 'second' }), 'UPLOAD_VERIFYING');
  t.is(await code(), 'UPLOAD_VERIFYING');
});

test('a completion that may not decide, as its key is locked for a moment, leaves the video to the next', async (t) => {
  const { send, shop } = await open();
  const id = await upload(api, send, ok);
  const complete = () => send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'held' });
  const holder = await db.admin.connect();
  try {
    await holder.query('begin');
    const { rows } = await holder.query('select lineage_id from app.api_keys where id = $1', [shop.storeKey.id]);
    await holder.query(`select pg_advisory_xact_lock(hashtextextended($1 || ' held', 0))`, [rows[0].lineage_id]);
    t.is(refused(await complete()), '409 IDEMPOTENCY_IN_FLIGHT');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const next = await complete();
  t.deepEqual([next.body.status, next.headers.get('idempotent-replayed')], ['verifying', null]);
});

test('a completion that died between joining and saying so is done again', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, large);
  const { rows } = await db.admin.query('select storage_key, storage_upload_id from app.videos where id = $1', [id]);
  const joined = { key: rows[0].storage_key, id: rows[0].storage_upload_id };
  const storage = storageOf(api);
  await storage.finishUpload(joined, (await storage.listParts(joined))!);
  t.is(await storage.listParts(joined), null);
  t.is((await send('POST', `/videos/${id}/complete`, {})).body.status, 'verifying');
});

test('a storage that does not answer is 502, counted, and another try succeeds', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  const uploads = path.join(api.mediaDirectory, '.uploads');
  const { rows } = await db.admin.query('select storage_upload_id from app.videos where id = $1', [id]);
  const folder = path.join(uploads, rows[0].storage_upload_id);
  fs.renameSync(folder, `${folder}-away`);
  fs.writeFileSync(folder, 'a file where a folder should be');
  const answer = await send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'retried' });
  t.is(refused(answer), '502 STORAGE_UNAVAILABLE');
  t.truthy(answer.headers.get('x-ratelimit-remaining'));
  t.is(refused(await send('GET', `/videos/${id}`)), '502 STORAGE_UNAVAILABLE');
  fs.rmSync(folder);
  fs.renameSync(`${folder}-away`, folder);
  t.is((await send('POST', `/videos/${id}/complete`, {}, { idempotencyKey: 'retried' })).body.status, 'verifying');
});
