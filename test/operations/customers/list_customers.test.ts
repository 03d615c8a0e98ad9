import test from 'ava';
import type { Answer } from '../../helpers/api.ts';
import { answersAs } from '../../helpers/documents.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { makeCustomer } from '../../helpers/operations/makers.ts';
import { closeApiShop, db, house, openApiShop, send } from '../../helpers/shops/api-shop.ts';

test.before(openApiShop);
test.after.always(closeApiShop);

let phones = 10_000_000;
const get = (path: string) => send('GET', path);
const newPhone = () => `017${phones++}`;
const add = async (body: object = {}): Promise<Answer['body']> => {
  const answer = await send('POST', '/customers', { full_name: 'Salma Begum', phone: newPhone(), ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

testCommonRules('list_customers', house, {
  async sound(maker) {
    await makeCustomer(maker);
    return {};
  },
  wrong: [
    [{ limit: 0 }, 'limit'],
    [{ sort: 'name' }, 'sort'],
    [{ starting_after: 7 }, 'starting_after'],
    [{ phone: 'call me' }, 'phone'],
    [{ updated_after: 'yesterday' }, 'updated_after'],
  ],
});

test('search finds by name, email and phone in any spelling; phone is exact', async (t) => {
  const phone = '01899887766';
  const { id } = await add({ full_name: 'Zobaida 100% Rahman', email: 'zobaida@shop.example', phone });
  await add({ full_name: 'Zobaida', phone: '01899887767' });
  const ids = async (query: string) => {
    const page = await get(`/customers?${query}`);
    answersAs(t, 'list_customers', page.body);
    return page.body.data.map((row: { id: string }) => row.id);
  };
  for (const term of [
    '100%',
    'zobaida@',
    '+880 1899-887766',
    '8801899887766',
    '০১৮৯৯৮৮৭৭৬৬',
    '99887766',
    '1899887766 ',
  ])
    t.deepEqual(await ids(`search=${encodeURIComponent(term)}`), [id], term);
  t.is((await ids('search=ZOBAIDA')).length, 2);
  t.deepEqual(await ids('search=_obaida'), []);
  t.deepEqual(await ids(`phone=${encodeURIComponent('+880 (1899) 887-766')}`), [id]);
  t.deepEqual(await ids('phone=1899887766'), [id], 'without its 0, as spreadsheets leave it');
  t.deepEqual(await ids('phone=01899887760'), []);
  t.deepEqual(await ids(`phone=${phone}&search=nobody`), []);
});

test('pages of customers follow the cursor, rows carry no addresses', async (t) => {
  for (let i = 0; i < 3; i++) await add();
  const first = await get('/customers?limit=2');
  t.is(first.body.data.length, 2);
  t.false('addresses' in first.body.data[0]);
  const second = await get(`/customers?limit=2&starting_after=${first.body.meta.next_cursor}`);
  t.true(second.body.data[0].created_at <= first.body.data[1].created_at);
  t.is((await get('/customers?expand=stats')).status, 422);
});

test('a sync finds who was added or changed since, also long after, and nobody else', async (t) => {
  const [old, changed] = [await add(), await add()];
  // As if they had been there for a year.
  await db.admin.query(
    `update app.customers set created_at = created_at - interval '1 year', updated_at = updated_at - interval '300 days'
     where id = any ($1)`,
    [[old.id, changed.id]],
  );
  const fresh = await add();
  const after = fresh.updated_at;
  await send('PATCH', `/customers/${changed.id}`, { full_name: 'Salma Khatun' });
  const found = async (query: string) => {
    const page = await get(`/customers?limit=100&updated_after=${query}`);
    answersAs(t, 'list_customers', page.body);
    const ids = page.body.data.map(({ id }: { id: string }) => id);
    return [old, changed, fresh].map(({ id }) => ids.includes(id));
  };
  t.deepEqual(await found(after), [false, true, true]);
  t.deepEqual(await found(`${after}&sort=created_at`), [false, true, true]);
  t.deepEqual(await found(`${after}&search=khatun`), [false, true, false]);
  t.deepEqual(await found('2020-01-01T00:00:00Z'), [true, true, true]);
  t.deepEqual(await found('2040-01-01T00:00:00Z'), [false, false, false]);
  // Written back as it is, nothing has changed.
  const { updated_at } = (await get(`/customers/${changed.id}`)).body;
  await send('PATCH', `/customers/${changed.id}`, { full_name: 'Salma Khatun' });
  t.is((await get(`/customers/${changed.id}`)).body.updated_at, updated_at);
});
