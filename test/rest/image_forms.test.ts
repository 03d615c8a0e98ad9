// Pictures as parts of multipart forms, through REST.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { answersAs } from '../helpers/documents.ts';
import { drawn } from '../helpers/servers/image-server.ts';
import {
  api,
  closeImageShop,
  createProduct,
  file,
  form,
  open,
  openImageShop,
  rowsOf,
  sendForm,
  server,
  shop,
  storedFiles,
} from '../helpers/shops/image-shop.ts';

test.before(openImageShop);
test.after.always(closeImageShop);

/** Calls that change the number of files run one after another. */
const serially = test.serial;

serially('a form brings files as parts and other fields as text', async (t) => {
  const red = file(await drawn('png'));
  const blue = file(await drawn('jpeg'), 'text/plain');
  const { status, body } = await sendForm(
    'POST',
    '/categories',
    form(['name', 'Formed'], ['position', '7'], ['seo', '{"title":"T"}'], ['image', red], ['banner', blue]),
  );
  t.is(status, 201, JSON.stringify(body));
  answersAs(t, 'create_category', body);
  t.like(body, { name: 'Formed', position: 7, seo: { title: 'T', description: null } });
  t.is((await open(body.image)).status, 200);
  t.is((await open(body.banner_image)).status, 200);
  const mixed = await sendForm(
    'POST',
    '/brands',
    form(['name', 'Mixed'], ['logo', red], ['banner_url', server.url('/red.png')]),
  );
  t.is(mixed.status, 201, mixed.text);
  t.is((await open(mixed.body.banner_image)).status, 200);
  const without = await sendForm('PATCH', `/brands/${mixed.body.id}`, form(['description', 'only text']));
  t.is(without.body.description, 'only text');
  const { body: product } = await createProduct([]);
  const images = await sendForm('POST', `/products/${product.id}/images`, form(['images', red], ['images', blue]));
  t.is(images.status, 201, images.text);
  t.is(images.body.images.length, 2);
  const company = await sendForm(
    'POST',
    `/brands?store_id=${shop.stores[1].id}`,
    form(['name', 'Elsewhere'], ['logo', red]),
    {
      key: shop.companyKey.key,
    },
  );
  t.is(company.body.store_id, shop.stores[1].id);
});

serially('forms that are wrong say what is wrong', async (t) => {
  const red = file(await drawn('png'));
  const files = storedFiles();
  const brands = await rowsOf('app.brands');
  const cases: [FormData, number, object][] = [
    [
      form(['name', 'x'], ['logo', red], ['logo_url', server.url('/red.png')]),
      422,
      { logo: ['must be given once: either as a link or as a file, not both'] },
    ],
    [
      form(['name', 'x'], ['logo', red], ['logo', red]),
      422,
      { logo: ['must be given once: either as a link or as a file, not both'] },
    ],
    [form(['name', 'x'], ['photo', red]), 422, { photo: ['not allowed'] }],
    [form(['name', 'x'], ['name', 'y']), 422, { name: ['must be given once'] }],
    [form(['logo', red]), 422, { name: ['is required'] }],
    [form(['name', 'x'], ['seo', '{broken']), 422, { seo: ['must be an object'] }],
    [
      form(['name', 'x'], ['logo', file(Buffer.from('<svg/>'))]),
      422,
      { logo: ['must be a PNG, JPEG, WebP or GIF image'] },
    ],
    [
      form(['name', 'x'], ['logo', 'https://localhost/x.png']),
      422,
      { logo: ['must be a PNG, JPEG, WebP or GIF image'] },
    ],
    [form(['name', 'x'], ['logo', file(Buffer.alloc(11 * 1_048_576))]), 413, { logo: ['must be at most 10 MB'] }],
    [form(['name', 'x'], ['description', 'x'.repeat(1_100_000)]), 413, { description: ['must be at most 1 MB'] }],
  ];
  for (const [data, status, fields] of cases) {
    const answer = await sendForm('POST', '/brands', data);
    t.is(answer.status, status, answer.text);
    t.deepEqual(answer.body.error.fields, fields);
    t.is(answer.body.error.code, 'VALIDATION_ERROR');
    t.truthy(answer.headers.get('x-ratelimit-limit'));
  }
  const { body: product } = await createProduct([]);
  const half = file(Buffer.alloc(9 * 1_048_576));
  const six = await sendForm(
    'POST',
    `/products/${product.id}/images`,
    form(...Array.from({ length: 6 }, () => ['images', half] as [string, Blob])),
  );
  t.is(six.status, 413);
  t.deepEqual(six.body.error.fields, { body: ['must be at most 50 MB'] });
  const eleven = await sendForm(
    'POST',
    `/products/${product.id}/images`,
    form(...Array.from({ length: 11 }, () => ['images', red] as [string, Blob])),
  );
  t.is(eleven.status, 422);
  t.is((await sendForm('POST', '/attributes', form(['name', 'x']))).status, 415, 'takes no form');
  t.deepEqual(storedFiles(), files);
  t.is(await rowsOf('app.brands'), brands);
});

serially('a text of a form that is not UTF-8 is 422, not a product with another name', async (t) => {
  const lines = ['--b', 'Content-Disposition: form-data; name="name"', '', 'caf\xe9', '--b--', ''].join('\r\n');
  const answer = await api.request('POST', '/brands', {
    key: shop.storeKey.key,
    raw: Buffer.from(lines, 'latin1'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  t.is(answer.status, 422);
  t.deepEqual(answer.body.error.fields, { name: ['must be text in UTF-8'] });
});

serially('forms that are broken are 422, whatever is broken', async (t) => {
  const type = 'multipart/form-data; boundary=b';
  for (const [raw, contentType] of [
    ['', type],
    ['no boundary here', type],
    ['--b\r\nContent-Disposition: form-data; name="name"\r\n\r\ncut', type],
    ['--b\r\nContent-Disposition: form-data; name="logo"; filename="x"\r\n\r\ncut', type],
    ['--b--\r\n', 'multipart/form-data'],
    [`--b\r\n${'X-Header: y\r\n'.repeat(5000)}\r\n--b--\r\n`, type],
  ] as const) {
    const answer = await api.request('POST', '/brands', {
      key: shop.storeKey.key,
      raw,
      headers: { 'content-type': contentType },
    });
    t.is(answer.status, 422, JSON.stringify(raw.slice(0, 80)) + answer.text);
  }
  t.is(await rowsOf('gate.image_calls'), 0, 'every place is given back');
});

serially('the key of a form covers the route only', async (t) => {
  const idempotencyKey = randomUUID();
  const red = file(await drawn('png'));
  const first = await sendForm('POST', '/brands', form(['name', 'First'], ['logo', red]), { idempotencyKey });
  const files = storedFiles();
  const again = await sendForm('POST', '/brands', form(['name', 'Another']), { idempotencyKey });
  t.is(again.status, 201);
  t.is(again.text, first.text);
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(storedFiles(), files);
  t.is(
    (await sendForm('POST', '/categories', form(['name', 'x']), { idempotencyKey })).body.error.code,
    'IDEMPOTENCY_CONFLICT',
  );
  const long = await sendForm('POST', '/brands', form(['name', 'x']), { idempotencyKey: 'x'.repeat(256) });
  t.is(long.status, 400);
  t.deepEqual(Object.keys(long.body.error.fields), ['Idempotency-Key']);
});
