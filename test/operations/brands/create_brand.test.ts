import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, eventsOf, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_brand', house, {
  sound: () => ({ name: 'Aarong' }),
  wrong: [
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ status: 'sold' }, 'status'],
    [{ logo_url: 'http://example.com/logo.png' }, 'logo_url'],
  ],
});

test('a brand is active unless told otherwise, and told of by one event', async (t) => {
  const { status, body } = await send('POST', '/brands', {
    name: ' Aarong ',
    description: 'Since 1978',
    seo: { title: 'Aarong' },
  });
  t.is(status, 201);
  t.like(body, {
    name: 'Aarong',
    slug: 'aarong',
    description: 'Since 1978',
    status: 'active',
    seo: { title: 'Aarong', description: null },
    logo: null,
    banner_image: null,
  });
  t.deepEqual((await send('GET', `/brands/${body.id}`)).body, body);
  t.deepEqual(await eventsOf(body.id), ['brand.created']);
});
