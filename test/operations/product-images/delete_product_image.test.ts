import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addImages, makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('delete_product_image', house, {
  async sound(maker) {
    const { id } = await makeProduct(maker);
    const [first] = await addImages(maker, id, 2);
    return { id, image_id: first };
  },
});

test('the gallery closes up, the next image becomes the thumbnail, and the variant shows none', async (t) => {
  const { id, variants } = await makeProduct(own());
  const [a, b, c] = await addImages(own(), id, 3);
  await send('PATCH', `/variants/${variants[0].id}`, { image_id: a });
  const removed = await send('DELETE', `/products/${id}/images/${a}`);
  t.is(removed.status, 200);
  t.deepEqual(removed.body, { id: a, deleted: true });
  const { body } = await send('GET', `/products/${id}`);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.id, image.position, image.is_thumbnail]),
    [
      [b, 0, true],
      [c, 1, false],
    ],
  );
  t.is(body.variants[0].image, null);
  t.is((await send('DELETE', `/products/${id}/images/${a}`)).status, 404);
});
