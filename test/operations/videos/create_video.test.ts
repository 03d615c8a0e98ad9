import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeVideoApi, db, house, large, ok, open, openVideoApi, refused } from '../../helpers/shops/video-shop.ts';
import { md5, start } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('create_video', house, {
  sound: () => ({ file_name: 'saree.mp4', size_bytes: 1000 }),
  wrong: [
    [{ file_name: ' ' }, 'file_name'],
    [{ size_bytes: undefined }, 'size_bytes'],
    [{ size_bytes: 0 }, 'size_bytes'],
    [{ size_bytes: 1.5 }, 'size_bytes'],
  ],
});

test('what is declared wrong is refused before it is uploaded', async (t) => {
  const { send } = await open();
  const declare = (more: object) => start(send, ok, more);
  t.is((await declare({ size_bytes: 200 * 1024 * 1024 })).status, 201);
  t.is(refused(await declare({ size_bytes: 200 * 1024 * 1024 + 1 })), '422 VIDEO_TOO_LARGE');
  t.is(refused(await declare({ content_type: 'video/quicktime' })), '422 VIDEO_NOT_MP4');
  t.is(refused(await declare({ size_bytes: 0 })), '422 VALIDATION_ERROR');
  t.is(refused(await declare({ file_name: '' })), '422 VALIDATION_ERROR');
  const { id } = (await declare({})).body;
  const parts = (...entries: object[]) => send('POST', `/videos/${id}/parts`, { parts: entries });
  t.is(refused(await parts({ part_number: 1, content_md5: 'abc' })), '422 VALIDATION_ERROR');
  t.is(refused(await parts({ part_number: 2, content_md5: md5(ok) })), '422 VALIDATION_ERROR');
  t.is(
    refused(await parts({ part_number: 1, content_md5: md5(ok) }, { part_number: 1, content_md5: md5(large) })),
    '422 VALIDATION_ERROR',
  );
});

test('starting again with the same Idempotency-Key gives the same upload and counts once', async (t) => {
  const { shop, send } = await open();
  const idempotencyKey = randomUUID();
  const body = { file_name: 'saree.mp4', size_bytes: ok.length };
  const first = await send('POST', '/videos', body, { idempotencyKey });
  t.is((await send('POST', '/videos', body, { idempotencyKey })).text, first.text);
  const { rows } = await db.admin.query('select count(*)::int as n from app.videos where company_id = $1', [
    shop.companyId,
  ]);
  t.is(rows[0].n, 1);
});

test('the fifth open upload of a key is 409; day and storage have their own answers', async (t) => {
  const { shop, send } = await open({ video_storage_bytes: 5 * ok.length });
  for (let n = 0; n < 4; n++) t.is((await start(send, ok)).status, 201);
  t.is(refused(await start(send, ok)), '409 TOO_MANY_OPEN_UPLOADS');
  const { data } = (await send('GET', '/videos?status=uploading')).body;
  for (const { id } of data) await send('DELETE', `/videos/${id}`);
  t.is((await send('GET', `/videos/${data[0].id}`)).body.abort_reason, 'cancelled');
  t.is(refused(await start(send, large)), '403 PLAN_LIMIT_REACHED');
  await db.admin.query('update app.video_starts set starts = 50 where company_id = $1', [shop.companyId]);
  const over = await start(send, ok);
  t.is(refused(over), '429 RATE_LIMITED');
  const wait = Number(over.headers.get('retry-after'));
  t.true(wait > 0 && wait <= 86_400, String(wait));
});
