// What the admin takes and gives: words of closed lists, amounts, moments, inputs with fields, JSON to the letter. Whatever else
// is refused by the name of the input, before anything runs.
import http from 'node:http';
import test from 'ava';
import { ClosedLists } from '../../server/staff/schema/closed-lists.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { orderOf, placeOrder } from '../helpers/staff-orders.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
let agent: string;
test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  owner = await signInAs(db, shop.companyId, 'owner');
  agent = await signInAs(db, shop.companyId, ['orders.manage', 'customers.read']);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const createKey =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { issuedApiKey { plaintext } } }';
const key = (more: object) => ({
  input: { name: 'ERP', type: 'store', storeId: shop.stores[0].id, scopes: ['orders:read'], ...more },
});
const keys = async () =>
  (await db.admin.query('select count(*)::int as n from app.api_keys where company_id = $1', [shop.companyId])).rows[0]
    .n;

const order = (more?: object) => orderOf(shop, more);
const firstError = async (query: string, variables?: object) => (await desk.send(owner, query, variables)).errors[0]!;

const badMoments = [
  'infinity',
  '-infinity',
  'tomorrow',
  'now',
  'epoch',
  '01/02/2026',
  '2026-11-22',
  '2026-11-22T10:00:00',
  '2026-11-22 10:00:00+06',
  '2026-02-30T10:00:00Z',
  '2026-11-22T25:00:00Z',
  '2026-11-22T10:00:00+99:00',
  '0000-01-01T00:00:00Z',
  '',
  '1764000000',
];

test('a moment is ISO 8601 with a zone, or refused: in variables, in the document and in filters', async (t) => {
  const before = await keys();
  for (const bad of [...badMoments, 1764000000, true]) {
    const inVariable = await firstError(createKey, key({ expiresAt: bad }));
    t.is(inVariable.extensions.code, 'VALIDATION_ERROR', String(bad));
    t.deepEqual(Object.keys(inVariable.extensions.fields ?? {}), ['expiresAt'], String(bad));
    t.regex(inVariable.message, /^expiresAt: .*must be an ISO 8601 date-time with a zone/, String(bad));
    const inDocument = await firstError(
      `mutation { createApiKey(input: { name: "ERP", type: company, scopes: [orders_read], expiresAt: ${JSON.stringify(bad)} }) { clientMutationId } }`,
    );
    t.deepEqual(Object.keys(inDocument.extensions.fields ?? {}), ['expiresAt'], String(bad));
    const inFilter = await firstError(
      'query ($at: Datetime) { orders(filter: { createdAt: { lessThan: $at } }) { totalCount } }',
      {
        at: bad,
      },
    );
    t.deepEqual(Object.keys(inFilter.extensions.fields ?? {}), ['filter.createdAt.lessThan'], String(bad));
  }
  t.is(await keys(), before);
  for (const good of ['2040-11-22T10:00:00+06:00', '2040-11-22T04:00:00Z', '2040-11-22T04:00:00.123456Z']) {
    const { errors } = await desk.send(owner, createKey, key({ expiresAt: good }));
    t.deepEqual(errors, [], good);
  }
});

test('an amount is read as people write it, with at most two decimals; it comes back with two', async (t) => {
  for (const bad of [
    '1.005',
    '1e3',
    'NaN',
    '1,00',
    '12,5',
    '1 000',
    'Infinity',
    '',
    '.5',
    '5.',
    '১২,৫',
    '0x10',
    '12345678901234',
    1.005,
    1e21,
    true,
    ['1'],
  ]) {
    const error = await firstError(placeOrder, order({ shippingCharge: bad }));
    t.is(error.extensions.code, 'VALIDATION_ERROR', String(bad));
    t.deepEqual(Object.keys(error.extensions.fields ?? {}), ['shippingCharge'], String(bad));
    t.regex(error.message, /at most two decimals/, String(bad));
  }
  const deep = await firstError(
    placeOrder,
    order({
      items: [
        { sku: 'RICE', quantity: 1 },
        { sku: 'RICE', quantity: 1, unitPrice: '9.999' },
      ],
    }),
  );
  t.deepEqual(Object.keys(deep.extensions.fields ?? {}), ['items.1.unitPrice']);
  for (const [given, total] of [
    ['60', '410.00'],
    ['60.5', '410.50'],
    ['60.00', '410.00'],
    [60, '410.00'],
    [60.25, '410.25'],
    ['৬০.৫০', '410.50'],
    ['৳ 1,00,060', '100410.00'],
    ['1,060 Tk', '1410.00'],
  ]) {
    const { createOrder } = await desk.ask(owner, placeOrder, order({ shippingCharge: given }));
    t.is(createOrder.order.totalAmount, total as string);
  }
  const literal = await firstError('{ orders(filter: { totalAmount: { greaterThan: "1e2" } }) { totalCount } }');
  t.deepEqual(Object.keys(literal.extensions.fields ?? {}), ['filter.totalAmount.greaterThan']);
});

// Alone: the others place orders meanwhile, which it counts.
test.serial(
  'a word that no list has is refused with the words it has; those of the database stay as they are',
  async (t) => {
    const { createOrder } = await desk.ask(owner, placeOrder, order());
    const move =
      'mutation ($id: UUID!, $status: OrderStatusName!) { changeOrderStatus(input: { orderId: $id, status: $status }) { order { status } } }';
    for (const bad of ['confirmd', 'CONFIRMED', '', 7]) {
      const error = await firstError(move, { id: createOrder.order.id, status: bad });
      t.is(error.extensions.code, 'VALIDATION_ERROR');
      t.deepEqual(Object.keys(error.extensions.fields ?? {}), ['status']);
      t.regex(error.message, /must be one of pending, .*confirmed/);
    }
    t.is(
      (await desk.ask(owner, move, { id: createOrder.order.id, status: 'confirmed' })).changeOrderStatus.order.status,
      'confirmed',
    );
    const filtered = 'query ($in: [OrderStatusName!]) { orders(filter: { status: { in: $in } }) { totalCount } }';
    t.true((await desk.ask(owner, filtered, { in: ['confirmed', 'pending'] })).orders.totalCount > 0);
    const written = (word: string) => `{ orders(filter: { status: { equalTo: ${word} } }) { totalCount } }`;
    // Documents from the time when it was a text have quotes.
    t.deepEqual(await desk.ask(owner, written('"pending"'), {}), await desk.ask(owner, written('pending'), {}));
    t.regex((await firstError(written('"pendin"'))).message, /must be one of pending, /);
  },
);

test('a permission and a scope are named with "_", and a variable may still have the word itself', async (t) => {
  const make =
    'mutation ($email: String!, $permissions: [StaffPermission!]) { inviteStaff(input: { email: $email, fullName: "Nadia", permissions: $permissions }) { invitation { staffMember { role permissions } } } }';
  for (const [n, word] of ['orders.manage', 'orders_manage'].entries()) {
    const { inviteStaff } = await desk.ask(owner, make, { email: `nadia${n}@example.com`, permissions: [word] });
    t.deepEqual(inviteStaff.invitation.staffMember, { role: 'agent', permissions: ['orders_manage'] });
  }
  const { rows } = await db.admin.query(
    `select distinct permissions from app.staff where email like 'nadia_@example.com'`,
  );
  t.deepEqual(rows, [{ permissions: ['orders.manage'] }]);
  const wrong = await firstError(make, { email: 'x@example.com', permissions: ['orders.manage', 'world.manage'] });
  t.deepEqual(Object.keys(wrong.extensions.fields ?? {}), ['permissions.1']);
});

test('inputs have fields: a name in snake_case, or one that is not there, is refused by the schema itself', async (t) => {
  const { createOrder } = await desk.ask(
    owner,
    placeOrder,
    order({ shippingAddress: { addressLine: 'House 1', city: 'Dhaka' } }),
  );
  t.deepEqual(createOrder.order.shippingAddress, { address_line: 'House 1', city: 'Dhaka' });
  const snake = await firstError(placeOrder, order({ shippingAddress: { address_line: 'House 1' } }));
  t.regex(snake.message, /address_line.*is not defined.*addressLine/s);
  const returned =
    'mutation ($id: UUID!, $lines: [LineQuantityInput!]!) { createReturn(input: { orderId: $id, lines: $lines }) { return { id } } }';
  const line = { orderItemId: createOrder.order.orderItems.nodes[0].id, quantity: 1 };
  t.regex(
    (await firstError(returned, { id: createOrder.order.id, lines: [{ ...line, colour: 'red' }] })).message,
    /colour/,
  );
  const half = await firstError(returned, { id: createOrder.order.id, lines: [line, { ...line, quantity: 1.5 }] });
  t.deepEqual(Object.keys(half.extensions.fields ?? {}), ['lines.1.quantity']);
});

test('a word that is optional is cleared by an argument of its own', async (t) => {
  const { createCustomer } = await desk.ask(
    owner,
    `mutation ($store: UUID!) { createCustomer(input: { storeId: $store, fullName: "Rahim", gender: male }) { customer { id gender } } }`,
    { store: shop.stores[0].id },
  );
  t.is(createCustomer.customer.gender, 'male');
  const change = (fields: string) =>
    desk.ask(
      owner,
      `mutation ($id: UUID!) { updateCustomer(input: { customerId: $id, ${fields} }) { customer { gender } } }`,
      { id: createCustomer.customer.id },
    );
  t.is((await change('fullName: "Rahim Uddin"')).updateCustomer.customer.gender, 'male');
  t.is((await change('clearGender: true')).updateCustomer.customer.gender, null);
});

test('a filter with nothing in it leaves nothing out', async (t) => {
  const { products } = await desk.ask(
    owner,
    'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }',
    {
      filter: {},
    },
  );
  t.is(products.totalCount, 1);
});

test('null in a filter is refused with what to write instead, and is no error of ours', async (t) => {
  const question = 'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }';
  for (const filter of [null, { status: null }, { status: { equalTo: null } }]) {
    const error = await firstError(question, { filter });
    t.is(error.extensions.code, 'VALIDATION_ERROR', JSON.stringify(filter));
    t.regex(error.message, /filter.*null/, JSON.stringify(filter));
  }
});

test('what is missing is named, and nothing that was sent comes back in the message', async (t) => {
  const error = await firstError(placeOrder, { input: { storeId: shop.stores[0].id, note: 'a secret' } });
  t.is(error.message, 'items: is required');
  t.deepEqual(error.extensions.fields, { items: ['is required'] });
});

test('a client with the types of before is told which type it is now', async (t) => {
  const { message, extensions } = await firstError(
    'mutation ($id: UUID!, $status: String!) { changeOrderStatus(input: { orderId: $id, status: $status }) { order { status } } }',
    { id: shop.companyId, status: 'confirmed' },
  );
  t.is(extensions.code, 'VALIDATION_ERROR');
  t.regex(message, /"\$status" of type "String!" used in position expecting type "OrderStatusName!"/);
});

const address = `{ "n": 12345678901234567890, "10": 1.10, "2": {"deep": [1e400, {"a":1}]},
  "__proto__": {"line": "\\u09a2াকা"}, "twice": {"x":1}, "twice": {"y": 2}, "none": null }`;

const sendText = (query: string, variables = '{}') =>
  desk.request('POST', '//admin/graphql', {
    key: agent,
    raw: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    headers: { 'content-type': 'application/json' },
  });

const placeOne = `mutation ($storeId: UUID!) { createOrder(input: { storeId: $storeId,
  customer: { phone: "01712345678", fullName: "Karim" }, items: [{ sku: "RICE", quantity: 1 }] }) { order { id } } }`;

test('a shipping address is shown as the shopper wrote it', async (t) => {
  const { createOrder } = await desk.ask(agent, placeOne, { storeId: shop.stores[0].id });
  const { id } = createOrder.order;
  await db.admin.query('update app.orders set shipping_address = $2::json where id = $1', [id, address]);
  const read = await sendText(`{ order(id: "${id}") { shippingAddress } }`);
  t.true(read.text.includes(`"shippingAddress":${address}`), read.text);
});

test('JSON in a variable arrives to the digit', async (t) => {
  const { createOrder } = await desk.ask(owner, placeOrder, order());
  const set = (value: string, variable: string) =>
    `mutation ${variable} { setOrderCustomFields(input: { orderId: "${createOrder.order.id}", customFields: ${value} }) { order { customFields } } }`;
  const own = await sendText(set('$fields', '($fields: JSON!)'), '{"fields":{"n":12345678901234567890,"amount":1.10}}');
  t.regex(own.text, /"n": ?12345678901234567890/, own.text);
  t.regex(own.text, /"amount": ?1\.10/, own.text);
  const within = await sendText(set('{ n: $n, kept: [] }', '($n: JSON!)'), '{"n":12}');
  t.regex(within.text, /each must be a text, a number, true or false/, within.text);
  for (const value of ['12', '"text"', 'true']) {
    const part = await sendText(set('{ n: $n, other: "own" }', '($n: JSON!)'), `{"n":${value}}`);
    t.true(part.text.includes(`"customFields":{"n": ${value}, "other": "own"}`), part.text);
  }
});

test('a name that stands twice is refused where it stands, but for free JSON', async (t) => {
  const query = 'mutation ($input: UpdateOrderInput!) { updateOrder(input: $input) { order { id } } }';
  for (const [variables, field] of [
    ['{"input": {"note": "a", "note": "b"}}', 'variables.input.note'],
    ['{"input": {}, "input": {}}', 'variables.input'],
    ['{"input": {"items": [{"sku": "a", "sku": "b"}]}}', 'variables.input.items.0.sku'],
  ] as const) {
    const { status, body } = await sendText(query, variables);
    t.is(status, 422, variables);
    t.deepEqual(body.errors[0].extensions.fields, { [field]: ['must be given once'] });
  }
});

test('two sessions in one request are refused, whichever of them counts elsewhere', async (t) => {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { host, origin } = new URL(desk.url);
  // fetch would join the two.
  const headers = ['Host', host, ...Array.from({ length: 2 }, () => ['Authorization', `Bearer ${agent}`]).flat()];
  http
    .request(new URL('/admin/graphql', origin), { method: 'POST', headers: headers as never }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
    .on('error', reject)
    .end();
  t.is(await promise, 400);
});

test('lists are outdated once a word came by that none has, and the database has got another', async (t) => {
  const list = { schema_name: 'app', relation_name: 'order_statuses', column_name: 'status', shared_name: null };
  let words = ['pending'];
  const lists = new ClosedLists({ query: async () => ({ rows: [{ ...list, words }] }) } as never);
  await lists.read();
  lists.meetUnknownWord();
  t.false(await lists.areOutdated(), 'the word was wrong');
  words = ['pending', 'on_the_shelf'];
  t.false(await lists.areOutdated(), 'no word was met');
  lists.meetUnknownWord();
  t.true(await lists.areOutdated());
});
