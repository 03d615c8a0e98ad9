import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeProduct } from '../../helpers/operations/makers.ts';
import {
  api,
  closeImageShop,
  createProduct,
  db,
  links,
  open,
  openImageShop,
  send,
  server,
} from '../../helpers/shops/image-shop.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

testCommonRules('add_product_images', () => ({ db, api }), {
  sound: async (maker) => ({
    id: (await makeProduct(maker)).id,
    images: [{ source_url: server.url('/red.png'), alt_text: 'Front' }],
  }),
  wrong: [
    [{ images: undefined }, 'images'],
    [{ images: [] }, 'images'],
    [{ images: [{}] }, 'images.0.source_url'],
    [{ images: [{ source_url: 'http://example.com/x.png' }] }, 'images.0.source_url'],
    [{ images: [{ source_url: 'https://127.0.0.1/x.png' }] }, 'images.0.source_url'],
  ],
});

test('images come behind those that are there; the first of a product becomes its thumbnail', async (t) => {
  const { body: product } = await createProduct([]);
  t.is(product.thumbnail, null);
  const path = `/products/${product.id}/images`;
  const first = await send('POST', path, { images: [{ ...links('/red.png')[0], alt_text: 'Front' }] });
  t.is(first.status, 201);
  const { status, body } = await send('POST', path, { images: links('/blue.jpg', '/still.gif') });
  t.is(status, 201);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.position, image.alt_text, image.is_thumbnail]),
    [
      [0, 'Front', true],
      [1, null, false],
      [2, null, false],
    ],
  );
  t.is(body.thumbnail, body.images[0].url);
  for (const { url } of body.images) t.is((await open(url)).headers.get('content-type'), 'image/webp');
});

test('one link that fails adds none of them, and is named', async (t) => {
  const { body: product } = await createProduct(links('/red.png'));
  const path = `/products/${product.id}/images`;
  const answer = await send('POST', path, { images: links('/blue.jpg', '/missing') });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, { 'images.1.source_url': ['answers with status 404'] });
  t.deepEqual((await send('GET', `/products/${product.id}`)).body, product);
  t.is((await send('POST', `/products/${randomUUID()}/images`, { images: links('/red.png') })).status, 404);
});
