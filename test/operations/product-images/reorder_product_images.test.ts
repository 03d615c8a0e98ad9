import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addImages, makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('reorder_product_images', house, {
  async sound(maker) {
    const { id } = await makeProduct(maker);
    return { id, image_ids: (await addImages(maker, id, 3)).reverse() };
  },
  wrong: [
    [{ image_ids: undefined }, 'image_ids'],
    [{ image_ids: [] }, 'image_ids'],
    [{ image_ids: [randomUUID()] }, 'image_ids'],
  ],
});

test('images stand in the order that was sent; the thumbnail stays what it was', async (t) => {
  const { id } = await makeProduct(own());
  const [a, b, c] = await addImages(own(), id, 3);
  const { status, body } = await send('POST', `/products/${id}/images/reorder`, { image_ids: [c, a, b] });
  t.is(status, 200);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.id, image.position, image.is_thumbnail]),
    [
      [c, 0, false],
      [a, 1, true],
      [b, 2, false],
    ],
  );
});

test('a list that leaves one out, repeats one or names a stranger changes nothing', async (t) => {
  const { id } = await makeProduct(own(), { variants: [{ sku: 'OTHER', name: 'x', price: 1 }] });
  const [a, b, c] = await addImages(own(), id, 3);
  for (const image_ids of [
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, randomUUID()],
  ]) {
    const answer = await send('POST', `/products/${id}/images/reorder`, { image_ids });
    t.is(answer.status, 422);
    t.deepEqual(Object.keys(answer.body.error.fields), ['image_ids']);
  }
  const { images } = (await send('GET', `/products/${id}`)).body;
  t.deepEqual(
    images.map((image: { id: string }) => image.id),
    [a, b, c],
  );
});
