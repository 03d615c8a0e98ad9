// The day's work through the staff's door: settings, orders, customers, the log of it all.
import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { TestDatabase } from '../helpers/database.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

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

/** Runs a mutation with an input object; `fields` of its row come back. */
const run = async (token: string, name: string, type: string, row: string, fields: string, input: object) =>
  (await desk.ask(token, `mutation ($input: ${type}!) { ${name}(input: $input) { ${row} { ${fields} } } }`, { input }))[
    name
  ][row];
const refusal = async (token: string, name: string, type: string, input: object) =>
  (await desk.send(token, `mutation ($input: ${type}!) { ${name}(input: $input) { clientMutationId } }`, { input }))
    .errors[0]?.extensions;

const logged = async (objectId: string) =>
  (
    await db.admin.query(
      'select action, actor_type, actor_name, before, after, request_id from internal.readable_activity_log where object_id = $1 order by id',
      [objectId],
    )
  ).rows;

test('payment methods: added, changed, taken out of use, each logged with before and after', async (t) => {
  const input = { storeId: shop.stores[0].id, name: 'Nagad', type: 'wallet', requiresTransactionId: true };
  const { id } = await run(
    owner,
    'createPaymentMethod',
    'CreatePaymentMethodInput',
    'paymentMethod',
    'id isOnline',
    input,
  );
  t.deepEqual((await refusal(owner, 'createPaymentMethod', 'CreatePaymentMethodInput', input))?.fields, {
    name: ['is already taken'],
  });
  t.like(
    await refusal(owner, 'createPaymentMethod', 'CreatePaymentMethodInput', { ...input, name: 'X', type: 'barter' }),
    {
      code: 'VALIDATION_ERROR',
      fields: { type: ['"barter" is not allowed: must be one of cod, wallet, bank, card, cash.'] },
    },
  );
  const changed = await run(
    owner,
    'updatePaymentMethod',
    'UpdatePaymentMethodInput',
    'paymentMethod',
    'name status requiresTransactionId',
    { id, status: 'inactive' },
  );
  t.deepEqual(changed, { name: 'Nagad', status: 'inactive', requiresTransactionId: true });
  const log = await logged(id);
  t.deepEqual(
    log.map(({ action }) => action),
    ['payment_method.created', 'payment_method.updated'],
  );
  t.like(log[1], {
    actor_type: 'staff',
    actor_name: 'Rina Akter',
    before: { status: 'active' },
    after: { status: 'inactive' },
  });
  t.truthy(log[1].request_id);
  // Earlier versions wrote an entry beside the journal: it stands, and the change is not told once more.
  await db.admin.query(
    `insert into app.activity_log (company_id, store_id, actor_type, actor_name, action, object_type, object_id, request_id)
     values ($1, $2, 'staff', 'Rina Akter', 'payment_method.updated', 'payment_method', $3, $4)`,
    [shop.companyId, shop.stores[0].id, id, log[1].request_id],
  );
  const shown = await desk.ask(
    owner,
    'query ($id: UUID!) { activityEntries(filter: { objectId: { equalTo: $id } }) { totalCount nodes { action objectName after } } }',
    { id },
  );
  t.like(shown.activityEntries, {
    totalCount: 2,
    nodes: [
      { action: 'payment_method.updated', objectName: 'Nagad', after: null },
      { action: 'payment_method.created', after: { name: 'Nagad' } },
    ],
  });
});

test('channels: the slug is made from the name, and stays', async (t) => {
  const make = () =>
    run(owner, 'createChannel', 'CreateChannelInput', 'channel', 'id slug', {
      storeId: shop.stores[0].id,
      type: 'social',
      name: 'Facebook Page',
    });
  const first = await make();
  t.deepEqual([first.slug, (await make()).slug], ['facebook-page', 'facebook-page-1']);
  const renamed = await run(owner, 'updateChannel', 'UpdateChannelInput', 'channel', 'name slug', {
    id: first.id,
    name: 'FB',
  });
  t.deepEqual(renamed, { name: 'FB', slug: 'facebook-page' });
});

test('locations: one default, always active', async (t) => {
  const other = await createShop(db.admin);
  const boss = await signInAs(db, other.companyId, 'owner');
  const create = (input: object) =>
    run(boss, 'createLocation', 'CreateLocationInput', 'location', 'id isDefault', input);
  const usual = async () =>
    (await desk.ask(boss, '{ locations(filter: { isDefault: { equalTo: true } }) { nodes { id } } }')).locations.nodes;
  const [first] = await usual();
  t.false((await create({ name: 'Sylhet', code: 'SYL' })).isDefault);
  const { id } = await create({ name: 'Khulna', code: 'KHU', isDefault: true, latitude: '22.8', longitude: '89.5' });
  const update = (input: object) => refusal(boss, 'updateLocation', 'UpdateLocationInput', { id, ...input });
  t.deepEqual((await update({ isDefault: false }))?.fields, {
    isDefault: ['make another location the default instead'],
  });
  t.deepEqual((await update({ status: 'inactive' }))?.fields, { status: ['the default location must be active'] });
  t.deepEqual(await usual(), [{ id }]);
  t.deepEqual(await logged(first.id), [], 'what the new one took from it is told with that');
  t.like(await logged(id), [{ action: 'location.created', after: { is_default: true } }]);
});

test('of many procedures that are asked for at once each is told', async (t) => {
  const [storeId, name] = [shop.stores[0].id, 'At once'];
  const made = await desk.ask(
    owner,
    `mutation ($at: UUID!, $name: String!) {
      createPaymentMethod(input: { storeId: $at, name: $name, type: wallet }) { row: paymentMethod { id } }
      createChannel(input: { storeId: $at, name: $name, type: "social" }) { row: channel { id } }
      createCustomer(input: { storeId: $at, fullName: $name, phone: "01766666666" }) { row: customer { id } }
      createAttribute(input: { storeId: $at, name: $name, type: variant }) { row: attribute { id } }
      createBrand(input: { storeId: $at, name: $name }) { row: brand { id } }
      createCategory(input: { storeId: $at, name: $name }) { row: category { id } }
      createCourier(input: { name: $name }) { row: courier { id } }
    }`,
    { at: storeId, name },
  );
  const rows = Object.values(made) as { row: { id: string } }[];
  const told = await Promise.all(rows.map(async ({ row }) => (await logged(row.id)).map(({ action }) => action)));
  t.deepEqual(
    told.flat(),
    'payment_method channel customer attribute brand category courier'.split(' ').map((one) => `${one}.created`),
  );
});

test('stores: opened with what an order needs, numbered from their own sequence, reachable at once', async (t) => {
  const store = await run(
    owner,
    'createStore',
    'CreateStoreInput',
    'store',
    'id slug timezone channels { nodes { slug } } paymentMethods { nodes { type } }',
    { name: `Haat ${shop.companyId.slice(-8)}` },
  );
  const found = await desk.ask(
    owner,
    'query ($id: UUID!) { store(id: $id) { name channels { nodes { slug } } paymentMethods { nodes { type } } } }',
    { id: store.id },
  );
  t.deepEqual(found.store.channels.nodes, [{ slug: 'manual' }]);
  t.deepEqual(found.store.paymentMethods.nodes, [{ type: 'cod' }]);
  t.like(await refusal(owner, 'createStore', 'CreateStoreInput', { name: 'X', timezone: 'BST' }), {
    fields: { timezone: ['must be a time zone such as Asia/Dhaka'] },
  });
  // Another store of that name keeps it, and gets a slug of its own.
  const named = { name: `Haat ${shop.companyId.slice(-8)}`, timezone: 'UTC' };
  const second = await run(owner, 'createStore', 'CreateStoreInput', 'store', 'name slug timezone', named);
  t.deepEqual(second, { ...named, slug: `${store.slug}-2` });
  t.like(await refusal(owner, 'createStore', 'CreateStoreInput', { ...named, slug: store.slug }), { code: 'CONFLICT' });
  t.is((await desk.request('GET', `/store?store_id=${store.id}`, { key: shop.companyKey.key })).status, 200);

  const changed = await run(
    owner,
    'updateStore',
    'UpdateStoreInput',
    'store',
    'contactPhone advancePaymentPlans domain',
    {
      id: store.id,
      contactPhone: '09600',
      domain: 'haat.example',
      advancePaymentPlans: [{ percent: '25', note: 'outside Dhaka' }],
    },
  );
  t.deepEqual(changed.advancePaymentPlans, [{ note: 'outside Dhaka', percent: 25 }]);
  const cleared = await run(owner, 'updateStore', 'UpdateStoreInput', 'store', 'contactPhone domain', {
    id: store.id,
    domain: '',
  });
  t.deepEqual(cleared, { contactPhone: '09600', domain: null });
  t.like(await refusal(owner, 'updateStore', 'UpdateStoreInput', { id: store.id, unpaidOrderHours: 0 }), {
    fields: { unpaidOrderHours: ['must be from 1 to 720'] },
  });
  await run(owner, 'updateStore', 'UpdateStoreInput', 'store', 'status', { id: store.id, status: 'closed' });
  t.is((await desk.request('GET', `/store?store_id=${store.id}`, { key: shop.companyKey.key })).status, 404);
});

test('couriers are changed by those who may change the settings', async (t) => {
  const courier = await run(owner, 'createCourier', 'CreateCourierInput', 'courier', 'id reportsPickups', {
    name: 'Meghna',
    reportsPickups: true,
  });
  t.true(courier.reportsPickups);
  t.is((await refusal(agent, 'updateCourier', 'UpdateCourierInput', { id: courier.id, name: 'X' }))?.code, 'FORBIDDEN');
});

test('no merchant chooses the plan of the company: no mutation does it, and no role of a service may', async (t) => {
  const mutations = await desk.ask(owner, '{ __type(name: "Mutation") { fields { name } } }');
  t.notRegex(JSON.stringify(mutations), /plan"/i);
  for (const role of ['haat_staff', 'haat_api', 'haat_worker', 'haat_dba']) {
    await t.throwsAsync(db.as(role).query(`select internal.set_company_plan($1, 'any')`, [shop.companyId]), {
      message: /permission denied/,
    });
    await t.throwsAsync(db.as(role).query('update app.companies set plan_id = plan_id'), {
      message: /permission denied|read-only/,
    });
  }
});

// No two are equal: the second would be taken for a second click.
const orderInput = (more: object = {}) => ({
  note: randomUUID(),
  storeId: shop.stores[0].id,
  customer: { phone: '+880 1712-345678', fullName: 'Karim Uddin' },
  items: [{ sku: 'RICE', quantity: 2 }],
  shippingCharge: '60.00',
  shippingAddress: { addressLine: 'House 1', city: 'Dhaka', landmark: null },
  ...more,
});
const place = (token: string, more: object = {}) =>
  run(
    token,
    'createOrder',
    'CreateOrderInput',
    'order',
    'id number status source totalAmount paidAmount dueAmount shippingAddress customer { id phone } orderItems { nodes { id sku quantity } } timelineEntries { nodes { actorName action } }',
    orderInput(more),
  );

test('an order is placed by the rules of the API, from the staff, with event, timeline and log', async (t) => {
  t.is(
    (
      await refusal(
        await signInAs(db, shop.companyId, ['catalog.manage']),
        'createOrder',
        'CreateOrderInput',
        orderInput(),
      )
    )?.code,
    'FORBIDDEN',
  );
  const order = await place(agent);
  t.like(order, {
    status: 'pending',
    source: 'STAFF'.toLowerCase(),
    totalAmount: '760.00',
    dueAmount: '760.00',
    customer: { phone: '01712345678' },
  });
  t.deepEqual(order.shippingAddress, { address_line: 'House 1', city: 'Dhaka', landmark: null });
  t.deepEqual(order.timelineEntries.nodes, [{ actorName: 'Rina Akter', action: 'created' }]);
  const { rows } = await db.admin.query(`select type from app.events where object_id = $1`, [order.id]);
  t.deepEqual(rows, [{ type: 'order.created' }]);
  t.deepEqual(
    (await logged(order.id)).map(({ action }) => action),
    ['order.created'],
  );
  // The timeline is seen by all; the activity that is told from it, by those who may see that.
  const told = async (token: string) =>
    (
      await desk.ask(
        token,
        'query ($id: UUID!) { activityEntries(filter: { objectId: { equalTo: $id } }) { nodes { action after } } }',
        { id: order.id },
      )
    ).activityEntries.nodes;
  t.deepEqual(await told(agent), []);
  const [created, ...others] = await told(owner);
  t.like(created, { action: 'order.created', after: { status: 'pending' } });
  t.deepEqual(others, []);
  // Earlier versions wrote an entry beside the timeline: it stands for it.
  await db.admin.query(
    `insert into app.activity_log (company_id, store_id, actor_type, actor_name, action, object_type, object_id, request_id)
     select company_id, store_id, actor_type, actor_name, 'order.created', 'order', order_id, request_id
     from app.order_timeline where order_id = $1`,
    [order.id],
  );
  t.deepEqual(await told(owner), [{ action: 'order.created', after: null }]);

  const paid = orderInput({ payment: { paymentMethodId: shop.stores[0].paymentMethods.cod, amount: '100.00' } });
  t.is(
    (await refusal(agent, 'createOrder', 'CreateOrderInput', paid))?.code,
    'FORBIDDEN',
    'money needs payments.manage',
  );
  t.is(
    (await place(owner, { payment: { paymentMethodId: shop.stores[0].paymentMethods.cod, amount: '100.00' } }))
      .paidAmount,
    '100.00',
  );
});

test('an order that cannot be is refused with the field', async (t) => {
  const cases: [object, string, string][] = [
    [{ items: [] }, 'VALIDATION_ERROR', 'items'],
    [{ items: [{ sku: 'RICE', quantity: 0 }] }, 'VALIDATION_ERROR', 'items.0.quantity'],
    [{ items: [null] }, 'VALIDATION_ERROR', 'items.0'],
    [{ items: [{ sku: 'RICE', quantity: 1, unitPrice: '1.005' }] }, 'VALIDATION_ERROR', 'items.0.unitPrice'],
    [{ items: [{ quantity: 1 }] }, 'VALIDATION_ERROR', 'items.0.variantId'],
    [{ customer: null }, 'VALIDATION_ERROR', 'customer'],
    [{ shippingAddress: 'here' }, 'VALIDATION_ERROR', 'shippingAddress'],
    [{ shippingCharge: '-1' }, 'VALIDATION_ERROR', 'shippingCharge'],
    [{ couponCode: 'NONE' }, 'VALIDATION_ERROR', 'couponCode'],
    [{ items: [{ sku: 'RICE', quantity: 100_000 }] }, 'INSUFFICIENT_STOCK', 'items'],
    [{ channel: 'none' }, 'CONFLICT', 'channel'],
  ];
  for (const [more, code, field] of cases) {
    const extensions = await refusal(agent, 'createOrder', 'CreateOrderInput', orderInput(more));
    t.is(extensions?.code, code, JSON.stringify(more));
    t.deepEqual(Object.keys(extensions?.fields ?? {}), [field], JSON.stringify(more));
  }
});

test('orders are moved, noted, called back and cancelled by the same rules', async (t) => {
  const { id } = await place(agent);
  const move = (status: string) =>
    run(agent, 'changeOrderStatus', 'ChangeOrderStatusInput', 'order', 'status', {
      orderId: id,
      status,
      note: 'on the phone',
    });
  t.is((await move('follow_up')).status, 'follow_up');
  t.is(
    (await refusal(agent, 'changeOrderStatus', 'ChangeOrderStatusInput', { orderId: id, status: 'delivered' }))?.code,
    'INVALID_STATUS_TRANSITION',
  );
  const shown = 'note followUpAt followUpNote texts { words text }';
  const noted = await run(agent, 'updateOrder', 'UpdateOrderInput', 'order', shown, {
    orderId: id,
    note: 'gift',
    followUpAt: '2020-01-01T10:00:00+06:00',
    followUpNote: 'size?',
  });
  t.is(noted.note, 'gift');
  t.deepEqual(noted.texts, [{ words: { bn: 'মন্তব্য:', en: 'Remark:' }, text: 'gift' }]);
  const due = await desk.ask(agent, '{ callBacksDue { nodes { id } } overview { callBacksDue } }');
  t.true(due.callBacksDue.nodes.some((order: { id: string }) => order.id === id));
  t.is(due.overview.callBacksDue, due.callBacksDue.nodes.length);
  const cleared = await run(agent, 'updateOrder', 'UpdateOrderInput', 'order', shown, {
    orderId: id,
    note: '',
    clearFollowUp: true,
  });
  t.deepEqual(cleared, { note: null, followUpAt: null, followUpNote: 'size?', texts: [] });
  t.is(
    (await run(agent, 'cancelOrder', 'CancelOrderInput', 'order', 'status', { orderId: id, reason: 'changed mind' }))
      .status,
    'cancelled',
  );
  t.is((await refusal(agent, 'cancelOrder', 'CancelOrderInput', { orderId: id }))?.code, 'INVALID_STATUS_TRANSITION');
  const log = await logged(id);
  t.deepEqual(
    log.map(({ action }) => action),
    ['order.created', 'order.status_changed', 'order.updated', 'order.updated', 'order.cancelled'],
  );
  t.like(log[1], { before: { status: 'pending' }, after: { status: 'follow_up' } });
});

test('money is recorded by payments.manage, and the log says how much it was, and how it came', async (t) => {
  const order = await place(agent);
  const input = {
    orderId: order.id,
    paymentMethodId: shop.stores[0].paymentMethods.bkash,
    amount: '260.00',
    transactionId: 'TX1',
  };
  t.is((await refusal(agent, 'recordPayment', 'RecordPaymentInput', input))?.code, 'FORBIDDEN');
  const payment = await run(
    owner,
    'recordPayment',
    'RecordPaymentInput',
    'payment',
    'id amount source order { paidAmount dueAmount }',
    input,
  );
  t.like(payment, { amount: '260.00', source: 'staff', order: { paidAmount: '260.00', dueAmount: '500.00' } });
  const { transactionId } = (await refusal(owner, 'recordPayment', 'RecordPaymentInput', input))!.fields!;
  t.regex(String(transactionId), /^Transaction id .* was already recorded on order ORD-/);
  t.like(
    await refusal(owner, 'recordPayment', 'RecordPaymentInput', { ...input, amount: '500.01', transactionId: 'TX2' }),
    { code: 'VALIDATION_ERROR' },
  );
  const [entry] = await logged(payment.id);
  t.like(entry, { action: 'payment.recorded', after: { amount: '260.00', transaction_id: 'TX1' } });
});

test('customers are added and changed, their phone in any spelling', async (t) => {
  const customer = await run(agent, 'createCustomer', 'CreateCustomerInput', 'customer', 'id phone', {
    storeId: shop.stores[0].id,
    fullName: 'Salma',
    phone: '০১৮১২-৩৪৫৬৭৮',
  });
  t.is(customer.phone, '01812345678');
  const changed = await run(agent, 'updateCustomer', 'UpdateCustomerInput', 'customer', 'fullName email phone status', {
    customerId: customer.id,
    email: 'S@Example.com',
    status: 'blocked',
  });
  t.deepEqual(changed, { fullName: 'Salma', email: 's@example.com', phone: '01812345678', status: 'blocked' });
  t.deepEqual(
    (await refusal(agent, 'updateCustomer', 'UpdateCustomerInput', { customerId: customer.id, phone: '123' }))?.fields,
    { phone: ['must be a Bangladeshi mobile number'] },
  );
  const { searchCustomers } = await desk.ask(agent, '{ searchCustomers(search: "+880 1812") { nodes { fullName } } }');
  t.deepEqual(searchCustomers.nodes, [{ fullName: 'Salma' }]);
});

test('an address is told once: not the other that is the default no longer, or instead of it', async (t) => {
  const input = { storeId: shop.stores[0].id, fullName: 'Nasima', phone: '01755555555' };
  const customer = await run(owner, 'createCustomer', 'CreateCustomerInput', 'customer', 'id', input);
  const save = async (fields: object) =>
    run(owner, 'saveCustomerAddress', 'SaveCustomerAddressInput', 'customerAddress', 'id isDefault', {
      customerId: customer.id,
      ...fields,
    });
  const first = await save({ addressLine: 'House 1' });
  const second = await save({ addressLine: 'House 2', isDefault: true });
  t.deepEqual([first.isDefault, second.isDefault], [true, true]);
  const acts = async ({ id }: { id: string }) => (await logged(id)).map(({ action }) => action);
  t.deepEqual([await acts(first), await acts(second)], [['customer_address.saved'], ['customer_address.saved']]);
  const remove = { addressId: second.id };
  await run(owner, 'removeCustomerAddress', 'RemoveCustomerAddressInput', 'customer', 'id', remove);
  t.deepEqual(await acts(second), ['customer_address.saved', 'customer_address.removed']);
  t.deepEqual(await acts(first), ['customer_address.saved']);
  const { id: third } = await save({ addressLine: 'House 3' });
  await save({ addressId: third, addressLine: 'House 3', isDefault: true });
  t.deepEqual(await acts({ id: third }), ['customer_address.saved', 'customer_address.saved']);
});

test('searches and filters find what staff look for', async (t) => {
  const order = await place(agent);
  const bySearch = await desk.ask(
    agent,
    'query ($search: String!) { searchOrders(search: $search) { nodes { id } } }',
    { search: order.number.slice(4) },
  );
  t.deepEqual(bySearch.searchOrders.nodes, [{ id: order.id }]);
  const { orders } = await desk.ask(
    agent,
    `query ($customer: UUID!, $from: Datetime!) {
      orders(filter: { customerId: { equalTo: $customer }, createdAt: { greaterThanOrEqualTo: $from }, status: { in: [pending, confirmed] }, number: { includesInsensitive: "ord-" } }, orderBy: [TOTAL_AMOUNT_DESC, CREATED_AT_ASC]) { totalCount nodes { status } }
      searchProducts(search: "rice") { nodes { name } }
    }`,
    { customer: order.customer.id, from: '2020-01-01T00:00:00Z' },
  );
  t.true(orders.totalCount > 0);
  t.true(orders.nodes.every(({ status }: { status: string }) => status === 'pending'));
  t.like(await desk.send(agent, '{ orders(filter: { status: { equalTo: null } }) { totalCount } }'), { status: 200 });
});
