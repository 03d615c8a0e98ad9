// Images of products, taxonomy and swatches by link, through REST.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { mediaUrl } from '../helpers/api.ts';
import { answersAs } from '../helpers/documents.ts';
import {
  api,
  closeImageShop,
  createProduct,
  db,
  impatient,
  links,
  open,
  openImageShop,
  rowsOf,
  send,
  server,
  storedFiles,
  strict,
  variants,
} from '../helpers/shops/image-shop.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

/** Calls that change the number of files run one after another. */
const serially = test.serial;

serially('a product takes pictures by link, in display order, as WebP on our own origin', async (t) => {
  const { status, body } = await createProduct(
    [
      { source_url: server.url('/red.png'), alt_text: 'Front' },
      { source_url: server.url('/blue.jpg') },
      { source_url: server.url('/still.gif') },
      { source_url: server.url('/green.webp') },
    ],
    { variants: [{ ...variants()[0], image_index: 1 }] },
  );
  t.is(status, 201, JSON.stringify(body));
  answersAs(t, 'create_product', body);
  t.deepEqual(
    body.images.map((image: Record<string, unknown>) => [image.position, image.alt_text, image.is_thumbnail]),
    [
      [0, 'Front', true],
      [1, null, false],
      [2, null, false],
      [3, null, false],
    ],
  );
  t.is(body.thumbnail, body.images[0].url);
  t.deepEqual(body.variants[0].image, { id: body.images[1].id, url: body.images[1].url });
  const answer = await open(body.images[1].url);
  t.is(answer.status, 200);
  t.is(answer.headers.get('content-type'), 'image/webp');
  t.is(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  t.is(answer.headers.get('x-content-type-options'), 'nosniff');
  const bytes = Buffer.from(await answer.arrayBuffer());
  t.is(bytes.toString('latin1', 8, 12), 'WEBP');
  const { rows } = await db.admin.query('select width, height, size_bytes from app.product_images where id = $1', [
    body.images[1].id,
  ]);
  t.deepEqual(rows, [{ width: 60, height: 30, size_bytes: bytes.length }]);
});

serially('one bad link fails the call: 422 naming it, and nothing is written or kept', async (t) => {
  const files = storedFiles();
  const products = await rowsOf('app.products');
  for (const [path, problem] of [
    ['/drawing.svg', 'must be a PNG, JPEG, WebP or GIF image'],
    ['/wide.png', 'must be at most 8000 pixels on its longest side'],
    ['/missing', 'answers with status 404'],
    ['/endless', 'is larger than 10 MB'],
  ] as const) {
    const answer = await createProduct(links('/red.png', path, '/blue.jpg'));
    t.is(answer.status, 422, path);
    t.deepEqual(answer.body.error.fields, { 'images.1.source_url': [problem] });
  }
  for (const link of ['http://localhost/x.png', 'ftp://localhost/x.png', 'x', 'data:image/png;base64,AA']) {
    t.is((await createProduct([{ source_url: link }])).status, 422, link);
  }
  t.deepEqual(storedFiles(), files);
  t.is(await rowsOf('app.products'), products);
});

serially('a link that does not arrive in its time is refused', async (t) => {
  const body = { name: 'x', variants: variants(), images: links('/held') };
  const answer = await send('POST', '/products', body, { through: impatient });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, { 'images.0.source_url': ['did not arrive in time'] });
});

serially('the same link is refused where no rule allows its address', async (t) => {
  const before = server.asked.length;
  for (const host of ['localhost', '127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]']) {
    const answer = await send(
      'POST',
      '/products',
      { name: 'x', variants: variants(), images: [{ source_url: server.url('/red.png', host) }] },
      { through: strict },
    );
    t.is(answer.status, 422);
    t.deepEqual(answer.body.error.fields, { 'images.0.source_url': ['points to an address that is not public'] });
  }
  const elsewhere = await createProduct([{ source_url: 'https://169.254.169.254/latest/meta-data' }]);
  t.deepEqual(elsewhere.body.error.fields, { 'images.0.source_url': ['points to an address that is not public'] });
  t.is(server.asked.length, before);
});

serially('an operation that is refused leaves no file behind', async (t) => {
  const files = storedFiles();
  const taken = variants();
  await send('POST', '/products', { name: 'x', variants: taken });
  t.is((await createProduct(links('/red.png'), { variants: taken })).status, 409);
  t.is((await send('POST', `/products/${randomUUID()}/images`, { images: links('/red.png') })).status, 404);
  t.is((await createProduct(links('/red.png'), { brand_id: randomUUID() })).status, 409);
  t.deepEqual(storedFiles(), files);
});

serially('the gallery is added to, ordered, described and thinned out', async (t) => {
  const { body: product } = await createProduct(links('/red.png', '/blue.jpg'));
  const path = `/products/${product.id}`;
  const added = await send('POST', `${path}/images`, { images: [{ ...links('/still.gif')[0], alt_text: 'Third' }] });
  t.is(added.status, 201);
  answersAs(t, 'add_product_images', added.body);
  const [a, b, c] = added.body.images.map(({ id }: { id: string }) => id);
  const order = (answer: { body: { images: { id: string; position: number }[] } }) => {
    t.deepEqual(
      answer.body.images.map(({ position }) => position),
      [...answer.body.images.keys()],
    );
    return answer.body.images.map(({ id }) => id);
  };
  t.deepEqual(order(await send('POST', `${path}/images/reorder`, { image_ids: [c, a, b] })), [c, a, b]);
  for (const ids of [
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, randomUUID()],
  ]) {
    const answer = await send('POST', `${path}/images/reorder`, { image_ids: ids });
    t.is(answer.status, 422);
    t.deepEqual(Object.keys(answer.body.error.fields), ['image_ids']);
  }
  const moved = await send('PATCH', `${path}/images/${c}`, { position: 99, alt_text: null, is_thumbnail: true });
  answersAs(t, 'update_product_image', moved.body);
  t.deepEqual(order(moved), [a, b, c]);
  t.like(moved.body.images[2], { alt_text: null, is_thumbnail: true });
  t.is(moved.body.thumbnail, moved.body.images[2].url);
  t.deepEqual(order(await send('PATCH', `${path}/images/${c}`, { position: 1 })), [a, c, b]);
  await send('PATCH', path, { variants: [{ id: product.variants[0].id, image_id: c }] });
  const removed = await send('DELETE', `${path}/images/${c}`);
  t.deepEqual(removed.body, { id: c, deleted: true });
  t.is((await send('DELETE', `${path}/images/${c}`)).status, 404);
  t.is((await send('PATCH', `${path}/images/${c}`, { position: 0 })).status, 404);
  const left = await send('GET', path);
  t.deepEqual(order(left), [a, b]);
  t.true(left.body.images[0].is_thumbnail);
  t.is(left.body.variants[0].image, null);
  t.is((await open(moved.body.thumbnail)).status, 200, 'past orders may show it');
});

serially('a change of a product brings further pictures and hands them to variants', async (t) => {
  const { body: product } = await createProduct(links('/red.png'));
  const [variant] = product.variants;
  const { body, status } = await send('PATCH', `/products/${product.id}`, {
    images: links('/blue.jpg', '/green.webp'),
    variants: [{ id: variant.id, image_index: 1 }],
  });
  t.is(status, 200, JSON.stringify(body));
  t.is(body.images.length, 3);
  t.is(body.variants[0].image.id, body.images[2].id);
  const cleared = await send('PATCH', `/products/${product.id}`, { variants: [{ id: variant.id, image_index: null }] });
  t.is(cleared.body.variants[0].image, null);
});

serially('categories, brands and swatches take pictures by link and give them up for null', async (t) => {
  const link = server.url('/red.png');
  for (const [resource, one, field, shown] of [
    ['categories', 'category', 'image_url', 'image'],
    ['brands', 'brand', 'logo_url', 'logo'],
  ] as const) {
    const { body } = await send('POST', `/${resource}`, { name: 'Pictured', [field]: link, banner_url: link });
    answersAs(t, `create_${one}`, body);
    t.is((await open(body[shown])).status, 200);
    t.not(body[shown], body.banner_image);
    const changed = await send('PATCH', `/${resource}/${body.id}`, { [field]: null, name: 'Less' });
    t.like(changed.body, { [shown]: null, banner_image: body.banner_image });
    const bad = await send('PATCH', `/${resource}/${body.id}`, { banner_url: server.url('/missing') });
    t.deepEqual(bad.body.error.fields, { banner_url: ['answers with status 404'] });
  }
  const { body: attribute } = await send('POST', '/attributes', {
    name: `Pattern ${randomUUID()}`,
    type: 'variant',
    input_type: 'image',
    values: [{ value: 'Plain' }, { value: 'Dots', swatch_image_url: link }],
  });
  answersAs(t, 'create_attribute', attribute);
  const [plain, dots] = attribute.values;
  t.is(plain.swatch_image_url, null);
  t.is((await open(dots.swatch_image_url)).status, 200);
  const path = `/attributes/${attribute.id}/values`;
  const changed = await send('PATCH', `${path}/${dots.id}`, { swatch_image_url: null });
  t.is(changed.body.values[1].swatch_image_url, null);
  const bad = await send('POST', path, {
    values: [{ value: 'X' }, { value: 'Y', swatch_image_url: server.url('/missing') }],
  });
  t.deepEqual(bad.body.error.fields, { 'values.1.swatch_image_url': ['answers with status 404'] });
  const many = Array.from({ length: 11 }, (_, n) => ({ value: `v${n}`, swatch_image_url: link }));
  t.is((await send('POST', path, { values: many })).status, 422);
  const text = await send('POST', '/attributes', {
    name: randomUUID(),
    type: 'variant',
    values: [{ value: 'x', swatch_image_url: link }],
  });
  t.deepEqual(Object.keys(text.body.error.fields), ['values.0.swatch_image_url']);
});

serially('our image origin serves files whole, in part and not at all', async (t) => {
  const { body } = await createProduct(links('/red.png'));
  const url = body.thumbnail.replace(mediaUrl, `${api.url}/media`);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  const head = await fetch(url, { method: 'HEAD' });
  t.is(head.headers.get('content-length'), String(whole.length));
  t.is(head.headers.get('content-type'), 'image/webp');
  const part = await fetch(url, { headers: { range: 'bytes=4-9' } });
  t.is(part.status, 206);
  t.is(part.headers.get('content-range'), `bytes 4-9/${whole.length}`);
  t.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(4, 10));
  const end = await fetch(url, { headers: { range: 'bytes=-5' } });
  t.deepEqual(Buffer.from(await end.arrayBuffer()), whole.subarray(-5));
  const beyond = await fetch(url, { headers: { range: `bytes=${whole.length}-` } });
  t.is(beyond.status, 416);
  t.is(beyond.headers.get('content-range'), `bytes */${whole.length}`);
  const etag = head.headers.get('etag')!;
  for (const [method, headers, status] of [
    ['GET', { range: 'bytes=4-9', 'if-range': etag }, 206],
    ['GET', { range: 'bytes=4-9', 'if-range': '"another"' }, 200],
    ['GET', { range: 'bytes=9-4' }, 200],
    ['GET', { range: 'bytes=0-1,4-9' }, 200],
    ['HEAD', { range: 'bytes=4-9' }, 200],
  ] as const) {
    t.is((await fetch(url, { method, headers })).status, status, JSON.stringify(headers));
  }
  const known = await fetch(url, {
    headers: { 'if-none-match': head.headers.get('etag')!, 'cache-control': 'max-age=0' },
  });
  t.is(known.status, 304);
  t.is((await fetch(url, { method: 'DELETE' })).status, 405);
  for (const path of [
    'x.webp',
    '../package.json',
    '..%2f..%2fpackage.json',
    'images/',
    '',
    '%00.webp',
    'images/../x.webp',
  ]) {
    t.is((await fetch(`${api.url}/media/${path}`)).status, 404, path);
  }
});
