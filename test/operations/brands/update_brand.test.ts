import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, eventsOf, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('update_brand', house, {
  sound: async ({ make }) => ({ id: (await make('create_brand', { name: 'Aarong' })).id, name: 'Arong' }),
  wrong: [
    [{ name: ' ' }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ status: 'sold' }, 'status'],
    [{ banner_url: 'ftp://example.com/b.png' }, 'banner_url'],
  ],
});

test('a brand keeps what is not sent, loses what is null and takes no slug of another', async (t) => {
  const { body: other } = await send('POST', '/brands', { name: 'Other' });
  const { body: made } = await send('POST', '/brands', { name: 'Aarong', description: 'Crafts', seo: { title: 'T' } });
  const { status, body } = await send('PATCH', `/brands/${made.id}`, { name: 'Arong', description: null });
  t.is(status, 200);
  t.like(body, { name: 'Arong', slug: 'aarong', description: null, seo: made.seo, status: 'active' });
  t.true(body.updated_at > made.updated_at);
  const taken = await send('PATCH', `/brands/${made.id}`, { name: 'Not written', slug: other.slug });
  t.is(taken.status, 409);
  t.deepEqual(taken.body.error.fields, { slug: ['other is already taken'] });
  t.deepEqual((await send('GET', `/brands/${made.id}`)).body, body);
  t.deepEqual(await eventsOf(made.id), ['brand.created', 'brand.updated']);
});
