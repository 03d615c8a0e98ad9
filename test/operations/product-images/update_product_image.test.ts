import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { addImages, makeProduct } from '../../helpers/operations/makers.ts';
import { closeApiShop, house, openApiShop, own, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_product_image', house, {
  async sound(maker) {
    const { id } = await makeProduct(maker);
    const [first] = await addImages(maker, id, 2);
    return { id, image_id: first, alt_text: 'Front', position: 1 };
  },
  wrong: [
    [{ position: -1 }, 'position'],
    [{ alt_text: 'x'.repeat(501) }, 'alt_text'],
    [{ is_thumbnail: 'yes' }, 'is_thumbnail'],
  ],
});

test('an image moves among its neighbours, is described, and becomes the one thumbnail', async (t) => {
  const { id } = await makeProduct(own());
  const [a, b, c] = await addImages(own(), id, 3);
  const { status, body } = await send('PATCH', `/products/${id}/images/${c}`, {
    position: 0,
    alt_text: 'Front',
    is_thumbnail: true,
  });
  t.is(status, 200);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.id, image.position, image.alt_text, image.is_thumbnail]),
    [
      [c, 0, 'Front', true],
      [a, 1, null, false],
      [b, 2, null, false],
    ],
  );
  t.is(body.thumbnail, body.images[0].url);
  const { body: cleared } = await send('PATCH', `/products/${id}/images/${c}`, { alt_text: null });
  t.is(cleared.images[0].alt_text, null);
});

test('an image of another product is not found under this one', async (t) => {
  const { id } = await makeProduct(own(), { variants: [{ sku: 'ONE', name: 'x', price: 1 }] });
  const { id: other } = await makeProduct(own(), { variants: [{ sku: 'TWO', name: 'x', price: 1 }] });
  const [image] = await addImages(own(), other, 1);
  t.is((await send('PATCH', `/products/${id}/images/${image}`, { alt_text: 'x' })).status, 404);
  t.is((await send('GET', `/products/${other}`)).body.images[0].alt_text, null);
});
