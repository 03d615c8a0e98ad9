import { randomUUID } from 'node:crypto';
import test from 'ava';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { closeApiShop, eventsOf, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

testCommonRules('create_category', house, {
  sound: () => ({ name: 'Sarees' }),
  wrong: [
    [{ name: undefined }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ position: 1.5 }, 'position'],
    [{ parent_id: 'clothes' }, 'parent_id'],
    [{ image_url: 'http://example.com/c.png' }, 'image_url'],
  ],
});

test('a category is active and first unless told otherwise, and told of by one event', async (t) => {
  const { status, body } = await send('POST', '/categories', { name: ' Sarees ' });
  t.is(status, 201);
  t.like(body, {
    name: 'Sarees',
    slug: 'sarees',
    description: null,
    status: 'active',
    position: 0,
    parent_id: null,
    image: null,
    banner_image: null,
  });
  t.deepEqual((await send('GET', `/categories/${body.id}`)).body, body);
  t.deepEqual(await eventsOf(body.id), ['category.created']);
});

test('a parent must be a category of the store, else nothing is made', async (t) => {
  const answer = await send('POST', '/categories', { name: 'Not written', parent_id: randomUUID() });
  t.is(answer.status, 409);
  t.deepEqual(answer.body.error.fields, { parent_id: ['is not a category of this store'] });
  t.deepEqual((await send('GET', '/categories?search=written')).body.data, []);
});
