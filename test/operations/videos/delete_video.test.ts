import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeVideo } from '../../helpers/operations/makers.ts';
import {
  api,
  closeVideoApi,
  db,
  house,
  ok,
  open,
  openVideoApi,
  product,
  refused,
} from '../../helpers/shops/video-shop.ts';
import { check, sign, start, upload } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('delete_video', house, { sound: async (maker) => ({ id: (await makeVideo(maker)).id }), of: 'key' });

test('an upload that is deleted ends, and takes no part any more', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, ok)).body;
  t.deepEqual((await send('DELETE', `/videos/${id}`)).body, { id, deleted: true });
  t.is((await send('GET', `/videos/${id}`)).body.abort_reason, 'cancelled');
  t.is(refused(await sign(send, id, ok)), '410 UPLOAD_NOT_ACTIVE');
});

test('a video is not deleted while it is checked, nor while a product shows it', async (t) => {
  const { send } = await open();
  const id = await upload(api, send, ok);
  const { id: productId } = await product(send, { status: 'active' });
  await send('POST', `/products/${productId}/videos`, { video_id: id });
  await send('POST', `/videos/${id}/complete`, {});
  t.is(refused(await send('DELETE', `/videos/${id}`)), '409 UPLOAD_VERIFYING');
  await check(api, db, id);
  t.is(refused(await send('DELETE', `/videos/${id}`)), '409 VIDEO_IN_USE');
  await send('DELETE', `/products/${productId}/videos/${id}`);
  t.deepEqual((await send('DELETE', `/videos/${id}`)).body, { id, deleted: true });
  t.is(refused(await send('GET', `/videos/${id}`)), '404 NOT_FOUND');
});
