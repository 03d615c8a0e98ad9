// Customers through REST: phones in any spelling, uniqueness, search, addresses, figures.
import test from 'ava';
import { type Answer, startApi, type TestApi } from '../../helpers/api.ts';
import { freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { answersAs } from '../../helpers/documents.ts';
import { type Desk, openDesk, refusalOf } from '../../helpers/orders.ts';
import { createShop, stockVariant, type TestShop } from '../../helpers/shop.ts';

let db: TestDatabase;
let api: TestApi;
let shop: TestShop;
let desk: Desk;
let phones = 10_000_000;

test.before(async () => {
  db = await freshDatabase();
  shop = await createShop(db.admin);
  desk = await openDesk(db, shop);
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

test('a change touches what was sent, and null clears', async (t) => {
  const customer = await add({ email: 'change@example.com', gender: 'male' });
  const changed = await send('PATCH', `/customers/${customer.id}`, { status: 'blocked', gender: null });
  t.is(changed.status, 200);
  answersAs(t, 'update_customer', changed.body);
  t.like(changed.body, { phone: customer.phone, email: 'change@example.com', status: 'blocked', gender: null });
  t.true(changed.body.updated_at > customer.updated_at);
  t.like((await send('PATCH', `/customers/${customer.id}`, { phone: null, email: null })).body, {
    phone: null,
    email: null,
  });
  t.is((await send('PATCH', `/customers/${customer.id}`, { type: 'guest' })).status, 422);
  t.deepEqual(
    (await desk.events(customer.id)).map(({ type }) => type),
    ['customer.created', 'customer.updated', 'customer.updated'],
  );
  // A name cannot be cleared: null is one that was not given.
  const kept = await send('PATCH', `/customers/${customer.id}`, { full_name: null });
  t.like([kept.status, kept.body.full_name], [200, customer.full_name]);
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
  t.like(await refusalOf(save({ address_line: 'x', city: 'x'.repeat(201) })), { fields: { city: ['is too long'] } });
  t.is((await refusalOf(save({ address_line: 'x', address_id: work.id }))).code, 'HT100');
  t.is(
    (await refusalOf(desk.staff('remove_customer_address', { address_id: home.id }, ['catalog.manage']))).code,
    'HT014',
  );
  const rival = await openDesk(db, await createShop(db.admin));
  t.is((await refusalOf(rival.staff('save_customer_address', { customer_id: id, address_line: 'x' }))).code, 'HT100');
  t.is((await refusalOf(rival.staff('remove_customer_address', { address_id: home.id }))).code, 'HT100');
});

test('the figures of a customer count as they are defined', async (t) => {
  const { id } = await add();
  const order = () =>
    desk.ask('create_order', {
      customer_id: id,
      items: [{ sku: 'TEA', quantity: 1 }],
      shipping_charge: 60,
      tax_amount: 5,
    });
  const road = ['confirmed', 'processing', 'ready_to_ship', 'in_transit'];
  const stats = async () => (await get(`/customers/${id}?expand=stats`)).body.stats;
  t.deepEqual(await stats(), { orders_count: 0, total_spent: '0.00', last_order_at: null, returned_count: 0 });
  const open = await order();
  await desk.move((await order()).id, ...road, 'delivered');
  await desk.move((await order()).id, ...road, 'delivered');
  await desk.move((await order()).id, ...road, 'returned');
  const cancelled = await order();
  await desk.move(cancelled.id, 'cancelled');
  await desk.move((await order()).id, 'spam');
  const answer = await get(`/customers/${id}?expand=stats`);
  answersAs(t, 'get_customer', answer.body);
  t.deepEqual(answer.body.stats, {
    orders_count: 3,
    total_spent: '330.00',
    last_order_at: cancelled.created_at,
    returned_count: 1,
  });
  t.true(open.created_at < cancelled.created_at);
  t.false('stats' in (await get(`/customers/${id}`)).body);
});

test('customers out of reach are not there, and a company key names the store', async (t) => {
  const { id } = await add();
  const rival = await createShop(db.admin);
  t.is((await get(`/customers/${id}`, rival.companyKey.key)).status, 404);
  t.is((await send('PATCH', `/customers/${id}`, { full_name: 'X' }, rival.storeKey.key)).status, 404);
  t.is((await get(`/customers?search=Salma`, rival.companyKey.key)).body.data.length, 0);
  const { key } = shop.companyKey;
  t.is((await get(`/customers/${id}`, key)).status, 200);
  t.is((await get(`/customers/${id}?store_id=${shop.stores[1].id}`, key)).status, 404);
  t.is((await send('PATCH', `/customers/${id}`, { full_name: 'X' }, key)).status, 422);
  t.is((await send('PATCH', `/customers/${id}?store_id=${shop.stores[1].id}`, { full_name: 'X' }, key)).status, 404);
  t.is((await send('PATCH', `/customers/${id}?store_id=${shop.stores[0].id}`, { full_name: 'X' }, key)).status, 200);
});
