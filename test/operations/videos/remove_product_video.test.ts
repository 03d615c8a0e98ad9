import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct, makeVideo } from '../../helpers/operations/makers.ts';
import { closeVideoApi, db, house, ok, open, openVideoApi, product, refused } from '../../helpers/shops/video-shop.ts';
import { start } from '../../helpers/videos/uploads.ts';

test.before(openVideoApi);
test.after.always(closeVideoApi);

testCommonRules('remove_product_video', house, {
  async sound(maker) {
    const [{ id }, video] = [await makeProduct(maker), await makeVideo(maker)];
    await maker.make('place_product_video', { id, video_id: video.id });
    return { id, video_id: video.id };
  },
});

test('a video is taken off once and stays; the product that shows none is told of', async (t) => {
  const { send } = await open();
  const { id } = (await start(send, ok)).body;
  const { id: productId } = await product(send);
  await send('POST', `/products/${productId}/videos`, { video_id: id });
  const removed = await send('DELETE', `/products/${productId}/videos/${id}`);
  t.deepEqual(removed.body, { product_id: productId, video_id: id, removed: true });
  t.is(refused(await send('DELETE', `/products/${productId}/videos/${id}`)), '404 NOT_FOUND');
  t.is((await send('GET', `/videos/${id}`)).body.status, 'uploading');
  const { rows } = await db.admin.query('select count(*)::int as n from app.video_placements where video_id = $1', [
    id,
  ]);
  t.is(rows[0].n, 0);
});
