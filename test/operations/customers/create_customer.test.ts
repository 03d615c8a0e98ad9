// Customers through REST: phones in any spelling, uniqueness, search, addresses, figures.
import test from 'ava';
import { type Answer, startApi, type TestApi } from '../../helpers/api.ts';
import type { TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { callers } from '../../helpers/long.ts';
import { testCommonRules } from '../../helpers/operations/common-rules.ts';
import { type Desk, openDesk, refusalOf } from '../../helpers/orders.ts';
import { borrowDatabase } from '../../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let desk: Desk;
let phones = 10_000_000;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await openDesk(db, shop, callers(8));
  await stockVariant(db.admin, shop, { sku: 'TEA', quantity: 1000, price: 100 });
  api = await startApi({ pool: db.as('haat_gateway') });
});
test.after.always(async () => {
  await api?.stop();
  await db?.drop();
});

const send = (method: string, path: string, body?: object, key = shop.storeKey.key) =>
  api.request(method, path, { key, body });
const get = (path: string, key = shop.storeKey.key) => api.request('GET', path, { key });
const newPhone = () => `017${phones++}`;
const add = async (body: object = {}): Promise<Answer['body']> => {
  const answer = await send('POST', '/customers', { full_name: 'Salma Begum', phone: newPhone(), ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
};

testCommonRules('create_customer', () => ({ db, api }), {
  sound: () => ({ full_name: 'Salma Begum', phone: '01711111111' }),
  wrong: [
    [{ full_name: undefined }, 'full_name'],
    [{ phone: 'call me' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ status: 'sold' }, 'status'],
    [{ gender: 'unknown to us' }, 'gender'],
  ],
});

test('a customer is created with everything it may have, and reads back the same', async (t) => {
  const phone = newPhone();
  const body = {
    full_name: '  সালমা বেগম ',
    phone: `+88${phone.slice(0, 5)}-${phone.slice(5)}`,
    email: 'Salma@Example.com',
    status: 'inactive',
    gender: 'female',
  };
  const created = await send('POST', '/customers', body);
  t.is(created.status, 201, created.text);
  answersAs(t, 'create_customer', created.body);
  t.like(created.body, {
    store_id: shop.stores[0].id,
    full_name: 'সালমা বেগম',
    phone,
    email: 'salma@example.com',
    status: 'inactive',
    type: 'manual',
    gender: 'female',
    addresses: [],
  });
  const read = await get(`/customers/${created.body.id}`);
  answersAs(t, 'get_customer', read.body);
  t.deepEqual(read.body, created.body);
  const least = await send('POST', '/customers', { full_name: 'A' });
  t.like(least.body, { phone: null, email: null, status: 'active', gender: null });
});

test('phone and email are unique within the store, in whatever spelling', async (t) => {
  const { phone } = await add({ email: 'one@example.com' });
  const twice = await send('POST', '/customers', { full_name: 'B', phone: `00880 ${phone.slice(1)}` });
  t.like(twice, { status: 409, body: { error: { code: 'CONFLICT' } } });
  t.deepEqual(twice.body.error.fields, { phone: [`00880 ${phone.slice(1)} is already taken`] });
  t.is((await send('POST', '/customers', { full_name: 'B', phone: phone.slice(1) })).status, 409);
  const email = await send('POST', '/customers', { full_name: 'B', email: 'ONE@example.com' });
  t.deepEqual(email.body.error.fields, { email: ['ONE@example.com is already taken'] });
  const other = await add();
  t.is((await send('PATCH', `/customers/${other.id}`, { phone })).status, 409);
  // Another store has its own customers.
  const elsewhere = { full_name: 'B', phone, email: 'one@example.com', store_id: shop.stores[1].id };
  t.is((await send('POST', '/customers', elsewhere, shop.companyKey.key)).status, 201);
});

test('what is no Bangladeshi mobile is 422, on every route that takes a phone', async (t) => {
  const { id } = await add();
  for (const phone of ['01212345678', '0171234567', '+1 202 555 0100', 'call me', '01712345678 ext 5']) {
    for (const answer of [
      await send('POST', '/customers', { full_name: 'A', phone }),
      await send('PATCH', `/customers/${id}`, { phone }),
      await get(`/customers?phone=${encodeURIComponent(phone)}`),
    ])
      t.like(
        answer,
        { status: 422, body: { error: { fields: { phone: ['must be a Bangladeshi mobile number'] } } } },
        phone,
      );
  }
});

test('a structured shipping address is kept, once, the first as the default', async (t) => {
  const phone = newPhone();
  const order = (shipping_address: object) =>
    desk.ask('create_order', {
      customer: { phone, full_name: 'Nila' },
      items: [{ sku: 'TEA', quantity: 1 }],
      shipping_address,
    });
  const home = {
    address_line: 'House 7, Road 3',
    city: 'Dhaka',
    area: 'Dhanmondi',
    postal_code: '1205',
    recipient_name: 'Nila',
    recipient_phone: '01711',
  };
  const { customer_id } = await order(home);
  await order({ ...home, address_line: ' house 7, road 3 ' });
  await order({ line1: 'free-form', city: 'Dhaka' });
  await order({ address_line: 'x'.repeat(1001) });
  await order({ address_line: 'Office', city: { en: 'Dhaka' } });
  await order({ address_line: 'Office', label: 'Work' });
  const read = (await get(`/customers/${customer_id}`)).body;
  answersAs(t, 'get_customer', read);
  t.is(read.addresses.length, 2);
  t.like(read.addresses[0], { ...home, label: null, is_default: true });
  t.like(read.addresses[1], { address_line: 'Office', label: 'Work', city: null, is_default: false });
  t.true(read.updated_at > read.created_at);
});

test('orders with one new address at the same time keep it once', async (t) => {
  const phone = newPhone();
  const { id } = await add({ phone });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      desk.call('create_order', {
        customer_id: id,
        items: [{ sku: 'TEA', quantity: 1 }],
        shipping_address: { address_line: 'Here' },
      }),
    ),
  );
  for (const { outcome } of outcomes) t.is(outcome.sqlstate, null);
  t.is((await get(`/customers/${id}`)).body.addresses.length, 1);
});

test('staff edit addresses; one is the default as long as there is any', async (t) => {
  const { id } = await add();
  const save = (more: object) => desk.staff('save_customer_address', { customer_id: id, ...more });
  const home = await save({ address_line: ' Home ', city: 'Dhaka' });
  t.like(home, { address_line: 'Home', is_default: true });
  const work = await save({ address_line: 'Work', is_default: true });
  t.like(await save({ address_line: 'Home 2', address_id: home.id }), { id: home.id, city: null, is_default: false });
  const list = async () =>
    (await get(`/customers/${id}`)).body.addresses.map((row: Answer['body']) => row.address_line);
  t.deepEqual(await list(), ['Work', 'Home 2']);
  await desk.staff('remove_customer_address', { address_id: work.id });
  t.deepEqual(
    (await get(`/customers/${id}`)).body.addresses.map((row: Answer['body']) => row.is_default),
    [true],
  );
  t.is((await desk.events(id)).at(-1)?.object.addresses.length, 1);
  t.like(await refusalOf(save({ address_line: '' })), { code: 'HT008' });
  t.like(await refusalOf(save({ address_line: 'x', city: 'x'.repeat(201) })), {
    fields: { city: ['must be at most 200 characters long'] },
  });
  t.is((await refusalOf(save({ address_line: 'x', address_id: work.id }))).code, 'HT100');
  t.is(
    (await refusalOf(desk.staff('remove_customer_address', { address_id: home.id }, ['catalog.manage']))).code,
    'HT014',
  );
  const rival = await openDesk(db, await createShop(db.admin));
  t.is((await refusalOf(rival.staff('save_customer_address', { customer_id: id, address_line: 'x' }))).code, 'HT100');
  t.is((await refusalOf(rival.staff('remove_customer_address', { address_id: home.id }))).code, 'HT100');
});
