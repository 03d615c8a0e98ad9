import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeVideo } from '../../helpers/operations/makers.ts';
import { api, closeVideoApi, house, large, open, openVideoApi, refused } from '../../helpers/shops/video-shop.ts';
import { partsOf, put, sign, start } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('get_video', house, { sound: async (maker) => ({ id: (await makeVideo(maker)).id }), of: 'key' });

test('a video tells which of its parts have come', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, large)).body;
  const { data } = (await sign(send, id, large)).body;
  t.deepEqual((await send('GET', `/videos/${id}`)).body.uploaded_parts, []);
  t.is((await put(api, data[1], partsOf(large)[1]!)).status, 200);
  const { status, body } = await send('GET', `/videos/${id}`);
  t.is(status, 200);
  t.like(body, { status: 'uploading', part_count: 2, url: null });
  t.deepEqual(body.uploaded_parts, [{ part_number: 2, size_bytes: partsOf(large)[1]!.length }]);
});

test('a plan without product videos is told so, whether the video is there or not', async (t) => {
  const { send } = await open({ product_videos: false });
  t.is(refused(await send('GET', `/videos/${randomUUID()}`)), '403 PLAN_FEATURE_REQUIRED');
});
