// Twice is once: a mutation with an Idempotency-Key, and a second click without one.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { asksAll, inTurns } from '../helpers/long.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type Account, hire, openSession, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let account: Account;
let owner: string;
test.before(async () => {
  db = await freshDatabase('ends connections');
  shop = await createShop(db.admin);
  desk = await startStaff(db);
  account = await hire(db, shop.companyId, { role: 'owner' });
  owner = await openSession(db, account.id);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const createOrder = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { id number who: customer { label: fullName call: phone } } }
}`;
const order = (note: string, more: object = {}) => ({
  input: {
    storeId: shop.stores[0].id,
    customer: { phone: '01712345678', fullName: 'Karim' },
    items: [{ sku: 'RICE', quantity: 1 }],
    note,
    ...more,
  },
});
const withKey = (key: string, query: string, variables?: object, { token = owner, at = desk } = {}) =>
  at.send(token, query, variables, { 'Idempotency-Key': key });
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await db.admin.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n;
const ordersWith = (note: string) => count('app.orders where note = $1', note);
const keyRows = (key: string) => count('app.idempotency_keys where key = $1', key);

test('a key makes one order, however often, in whatever session and process; the answer stays word for word', async (t) => {
  const [key, note] = [randomUUID(), randomUUID()];
  const first = await withKey(key, createOrder, order(note));
  t.deepEqual(first.errors, []);
  t.false(first.isReplay);
  // Another process has nothing in its memory. Its schema takes a second to build: a commit's run has the first process only.
  const others = asksAll ? [await startStaff(db)] : [];
  t.teardown(() => Promise.all(others.map((other) => other.stop())));
  for (const at of [desk, ...others]) {
    const again = await withKey(key, createOrder, order(note), { at, token: await openSession(db, account.id) });
    t.true(again.isReplay);
    t.is(again.status, 200);
    t.is(again.text, first.text);
  }
  t.is(await ordersWith(note), 1);
  const colleague = await withKey(key, createOrder, order(note), {
    token: await signInAs(db, shop.companyId, 'owner'),
  });
  t.false(colleague.isReplay);
  t.is(await ordersWith(note), 2, 'the key of a colleague is another key');
});

test('the same key with other variables or another document is refused; a bad key too; nothing is written', async (t) => {
  const [key, note] = [randomUUID(), randomUUID()];
  await withKey(key, createOrder, order(note));
  for (const [query, variables] of [
    [createOrder, order(note, { shippingCharge: '1' })],
    [createOrder.replace('number', ''), order(note)],
  ] as const) {
    const refused = await withKey(key, query, variables);
    t.is(refused.status, 422);
    t.is(refused.errors[0]?.extensions.code, 'IDEMPOTENCY_CONFLICT');
  }
  for (const bad of ['', 'k'.repeat(256)]) {
    const refused = await withKey(bad, createOrder, order(note));
    t.is(refused.status, 400);
    t.deepEqual(Object.keys(refused.errors[0]?.extensions.fields ?? {}), ['Idempotency-Key']);
  }
  t.is(await ordersWith(note), 1);
});

test('a key is for one mutation; a query takes no notice of it; passwords and codes take none', async (t) => {
  const [key, note] = [randomUUID(), randomUUID()];
  const two = `mutation ($input: CreateOrderInput!) {
    a: createOrder(input: $input) { clientMutationId }
    ...more
  }
  fragment more on Mutation { b: createOrder(input: $input) { clientMutationId } }`;
  const refused = await withKey(key, two, order(note));
  t.is(refused.status, 400);
  t.regex(refused.errors[0]!.message, /one mutation/);
  t.is(await ordersWith(note), 0);
  const read = await withKey(key, '{ orders { totalCount } }');
  t.deepEqual(read.errors, []);
  t.false(read.isReplay);
  const secret = await withKey(
    key,
    'mutation { changeOwnPassword(input: { currentPassword: "a", newPassword: "correct horse battery" }) { clientMutationId } }',
  );
  t.is(secret.status, 400);
  t.is(await keyRows(key), 0);
});

test('what is shown once is not kept: a second request is told that it is done', async (t) => {
  const key = randomUUID();
  const create =
    'mutation ($input: CreateApiKeyInput!) { made: createApiKey(input: $input) { issuedApiKey { plaintext } } }';
  const input = { name: key, type: 'store', storeId: shop.stores[0].id, scopes: ['orders:read'] };
  const first = await withKey(key, create, { input });
  const { plaintext } = first.data.made.issuedApiKey;
  const again = await withKey(key, create, { input });
  t.true(again.isReplay);
  t.is(again.errors[0]?.extensions.code, 'CONFLICT');
  t.regex(again.errors[0]!.message, /shown only once/);
  t.deepEqual(again.data, { made: null });
  t.is(await count('app.api_keys where name = $1', key), 1);
  t.is(await count('app.idempotency_keys k where strpos(k::text, $1) > 0', plaintext), 0);
});

test('every mutation that gives or takes a secret is on one of the two lists', async (t) => {
  const { __schema } = await desk.ask(
    owner,
    `{ __schema { types { name fields { name } inputFields { name } }
       mutationType { fields { name type { name } args { type { ofType { name } } } } } } }`,
  );
  const types = new Map<string, { fields?: { name: string }[]; inputFields?: { name: string }[] }>(
    __schema.types.map((type: { name: string }) => [type.name, type]),
  );
  const source = fs.readFileSync(new URL('../../server/staff/requests/idempotency.ts', import.meta.url), 'utf8');
  const secretive = /password|plaintext|secret$|recoveryCodes|^codes$|otpauth|^token$|deviceToken/i;
  const bringing = [...types].filter(([, { fields }]) => fields?.some(({ name }) => secretive.test(name)));
  const results = new Set(bringing.map(([name]) => name[0]!.toLowerCase() + name.slice(1)));
  for (const field of __schema.mutationType.fields) {
    const { name, type, args } = field;
    const given = types.get(type.name)?.fields?.some((one) => results.has(one.name) || secretive.test(one.name));
    const taken = types.get(args[0]?.type.ofType?.name)?.inputFields?.some((one) => secretive.test(one.name));
    if (!given && !taken) continue;
    t.true(source.includes(`'${name}'`), name);
  }
});

test('a refusal of the procedure is kept and told again; a mistake in the input is not', async (t) => {
  const [key, note] = [randomUUID(), randomUUID()];
  const tooMany = order(note, { items: [{ sku: 'RICE', quantity: 900_000 }] });
  const refused = await withKey(key, createOrder, tooMany);
  t.is(refused.errors[0]?.extensions.code, 'INSUFFICIENT_STOCK');
  const again = await withKey(key, createOrder, tooMany);
  t.true(again.isReplay);
  t.is(again.text, refused.text);
  const wrong = randomUUID();
  const bad = await withKey(wrong, createOrder, order(note, { shippingCharge: '-1' }));
  t.is(bad.errors[0]?.extensions.code, 'VALIDATION_ERROR');
  t.is(await keyRows(wrong), 0);
  t.deepEqual((await withKey(wrong, createOrder, order(note))).errors, []);
});

test.serial(
  'while the first one runs the second is refused; when its connection dies nothing of it is there',
  async (t) => {
    const [key, note] = [randomUUID(), randomUUID()];
    const waiting = `exists (select from pg_stat_activity where datname = current_database()
    and usename = 'haat_staff_gateway' and wait_event_type = 'Lock')`;
    // The engine plans a document when it first sees it: not while a request waits.
    await withKey(randomUUID(), createOrder, order(randomUUID()));
    const holder = await db.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from app.inventory_levels where company_id = $1 for update', [shop.companyId]);
      // It waits for three seconds: on a machine that stood still for longer it has ended, and another begins.
      let isUnderWay = false;
      const begin = () => {
        isUnderWay = true;
        return withKey(key, createOrder, order(note)).finally(() => (isUnderWay = false));
      };
      const isWaiting = async () => (await db.admin.query(`select ${waiting} as waits`)).rows[0].waits;
      let first: ReturnType<typeof begin>;
      let second: Awaited<typeof first>;
      do {
        first = begin();
        while (isUnderWay && !(await isWaiting()));
        second = await withKey(key, createOrder, order(note));
      } while (!isUnderWay);
      t.is(second.status, 409);
      t.is(second.errors[0]?.extensions.code, 'IDEMPOTENCY_IN_FLIGHT');
      await db.admin.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and usename = 'haat_staff_gateway' and wait_event_type = 'Lock'`,
      );
      t.is((await first).errors[0]?.extensions.code, 'UNAVAILABLE');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    t.is(await ordersWith(note), 0);
    t.is(await keyRows(key), 0);
    const retry = await withKey(key, createOrder, order(note));
    t.deepEqual(retry.errors, []);
    t.false(retry.isReplay);
    t.is(await ordersWith(note), 1);
  },
);

test('an erasure takes the answers out, whatever their fields are called; a retry still does nothing', async (t) => {
  const own = await createShop(db.admin);
  await stockVariant(db.admin, own, { sku: 'RICE', quantity: 10 });
  const token = await signInAs(db, own.companyId, 'owner');
  const key = randomUUID();
  const create =
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { a: fullName b: phone id } } }';
  const input = { storeId: own.stores[0].id, fullName: 'Nosrin Akter', phone: '01812345679' };
  const first = await withKey(key, create, { input }, { token });
  t.is(first.data.createCustomer.customer.a, 'Nosrin Akter');
  const { id } = first.data.createCustomer.customer;
  await desk.ask(token, `mutation { eraseCustomer(input: { customerId: "${id}" }) { clientMutationId } }`);
  t.is(await count(`app.idempotency_keys k where k::text ~ 'Nosrin|01812345679'`), 0);
  const again = await withKey(key, create, { input }, { token });
  t.is(again.errors[0]?.extensions.code, 'CONFLICT');
  t.regex(again.errors[0]!.message, /done under this Idempotency-Key already/);
  t.is(await count('app.customers where company_id = $1', own.companyId), 1);
});

test('two equal clicks at once make one order; the second is told which, and a key or another person may', async (t) => {
  const note = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => desk.send(owner, createOrder, order(note))));
  const made = answers.filter(({ errors }) => errors.length === 0);
  t.is(made.length, 1);
  const { id, number } = made[0]!.data.createOrder.order;
  for (const { errors } of answers.filter((answer) => answer !== made[0])) {
    t.is(errors[0]?.extensions.code, 'CONFLICT');
    t.true(errors[0]!.message.includes(number) && errors[0]!.message.includes(id), errors[0]!.message);
    t.regex(errors[0]!.message, /Idempotency-Key/);
  }
  t.is(await ordersWith(note), 1);
  t.deepEqual((await withKey(randomUUID(), createOrder, order(note))).errors, []);
  await desk.ask(await signInAs(db, shop.companyId, 'owner'), createOrder, order(note));
  t.is(await ordersWith(note), 3);
});

test('after five seconds, after a refusal and with other arguments the same may be done again', async (t) => {
  const adjust = `mutation ($location: UUID!, $by: Int!) {
    adjustStock(input: { locationId: $location, sku: "RICE", reason: "found", quantityChange: $by }) { clientMutationId }
  }`;
  const location = (await db.admin.query('select id from app.locations where company_id = $1', [shop.companyId]))
    .rows[0].id;
  const token = await signInAs(db, shop.companyId, 'owner');
  await desk.ask(token, adjust, { location, by: 1 });
  t.is(await desk.refusal(token, adjust, { location, by: 1 }), 'CONFLICT');
  await desk.ask(token, adjust, { location, by: 2 });
  await db.admin.query(
    `update app.idempotency_keys set created_at = created_at - interval '6 seconds' where operation = 'adjust_stock'`,
  );
  await desk.ask(token, adjust, { location, by: 1 });
  const refused = order(randomUUID(), { couponCode: 'LATER' });
  t.is(await desk.refusal(token, createOrder, refused), 'VALIDATION_ERROR');
  await db.admin.query(
    `insert into app.coupons (company_id, store_id, code, type, value, status) values ($1, $2, 'LATER', 'percent', 10, 'active')`,
    [shop.companyId, shop.stores[0].id],
  );
  await desk.ask(token, createOrder, refused);
});

/** Why a second click at these does no harm. */
const harmlessTwice: Readonly<Record<string, string>> = {
  add_attribute_values: 'the value is taken',
  add_passkey: 'a passkey is there once',
  add_product_images: 'an upload is taken once',
  book_parcel: 'an order has one parcel under way',
  book_stock_count: 'the count has ended',
  create_api_key: 'it is listed, and revoked',
  create_attribute: 'the name is taken',
  create_channel: 'it is listed, and switched off',
  create_coupon: 'the code is taken',
  create_courier: 'the name is taken',
  create_location: 'the code is taken',
  create_payment_method: 'the name is taken',
  create_staff_role: 'the name is taken',
  create_store: 'it is listed, and closed',
  create_test_store: 'it is listed, and closed',
  create_video: 'an upload that is not completed expires',
  create_webhook_endpoint: 'it is listed, and switched off',
  receive_return: 'the return is received',
  record_delivery_failure: 'the parcel has failed',
  record_parcel_delivered: 'the parcel is delivered',
  record_parcel_payout: 'the payout is recorded',
  record_parcel_pickup: 'the parcel is picked up',
  record_partial_delivery: 'the parcel is delivered',
};

test('every mutation that makes something refuses its twin, or it is said why it need not', async (t) => {
  const { rows } = await db.admin.query(
    `select p.proname as name, p.prosrc || coalesce(n.prosrc, '') as source
     from pg_proc p
     left join pg_proc n on n.proname = 'add_staff_note' and strpos(p.prosrc, 'internal.add_staff_note') > 0
     where p.pronamespace = 'staff'::regnamespace and p.provolatile = 'v'
       and p.proname ~ '^(add|adjust|book|correct|create|receive|record|start|transfer)_'`,
  );
  t.true(rows.length > 25);
  const unprotected = rows
    .filter(({ source }) => !source.includes('internal.refuse_duplicate('))
    .map(({ name }) => name);
  t.deepEqual(unprotected.sort(), Object.keys(harmlessTwice).sort());
});

/** Not of a form that was read before: of one thing alone, or of what only oneself sees. */
const savesWithoutReading = [
  'saveOrderAttachment',
  'savePaymentAttachment',
  'savePurchaseAttachment',
  'savePushDevice',
  'saveStockCountLines',
  'setBin',
  'setOrderCustomFields',
  'setStaffRole',
  'setStaffStatus',
  'setUpTwoFactor',
  'setVideoCover',
  'updateProductImage',
  'updateVariant',
];

const inputOf = (mutation: string) => `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;

// By itself: it changes what the others work with.
test.serial(
  'a save can say which version was read, and does not write over what another person changed meanwhile',
  async (t) => {
    const { __type } = await desk.ask(
      owner,
      '{ __type(name: "Mutation") { fields { name args { type { ofType { inputFields { name } } } } } } }',
    );
    type Field = { name: string; args: { type: { ofType: { inputFields: { name: string }[] } } }[] };
    const saving = (__type.fields as Field[]).filter(({ name }) => /^(update|save|set)[A-Z]/.test(name));
    t.deepEqual(
      saving
        .filter(({ args }) => !args[0]?.type.ofType.inputFields.some(({ name }) => name === 'expectedUpdatedAt'))
        .map(({ name }) => name)
        .sort(),
      savesWithoutReading,
    );

    const storeId = shop.stores[0].id;
    const attribute = { storeId, name: 'Weight', type: 'variant', inputType: 'text', values: [{ value: '1 kg' }] };
    const made = async (mutation: string, row: string, input: object): Promise<{ id: string; updatedAt: string }> =>
      (
        await desk.ask(
          owner,
          `mutation ($input: ${inputOf(mutation)}!) { ${mutation}(input: $input) { ${row} { id updatedAt } } }`,
          { input },
        )
      )[mutation][row];
    const customer = await made('createCustomer', 'customer', { storeId, fullName: 'Two', phone: '01811000111' });
    const ofOther = () => made('createCustomer', 'customer', { storeId, fullName: 'Four', phone: '01811000112' });
    const address = { customerId: customer.id, addressLine: 'Road 2' };
    const product = { storeId, name: 'Tea', status: 'draft', variants: [{ sku: 'TEA', name: 'Tea', price: '90.00' }] };
    const endpoint = { storeId, url: 'https://example.com/hook', eventTypes: ['*'] };
    const ofEndpoint = async () =>
      (
        await desk.ask(
          owner,
          `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookSecret { webhookEndpoint { id updatedAt } } } }`,
          { input: endpoint },
        )
      ).createWebhookEndpoint.webhookSecret.webhookEndpoint;
    const ofStore = async () =>
      (await desk.ask(owner, '{ stores { nodes { id updatedAt } } }')).stores.nodes.find(
        ({ id }: { id: string }) => id === storeId,
      );
    const forms: [
      mutation: string,
      row: string,
      make: () => Promise<{ id: string; updatedAt: string }>,
      input: object,
      named?: string,
    ][] = [
      ['updateStore', 'store', ofStore, { name: 'Hat' }],
      [
        'updateChannel',
        'channel',
        () => made('createChannel', 'channel', { storeId, type: 'pos', name: 'Till' }),
        { name: 'T' },
      ],
      ['updateCourier', 'courier', () => made('createCourier', 'courier', { name: 'Jamuna' }), { name: 'Padma' }],
      [
        'updateLocation',
        'location',
        () => made('createLocation', 'location', { name: 'Bogura', code: 'BOG' }),
        { name: 'B' },
      ],
      [
        'updatePaymentMethod',
        'paymentMethod',
        () => made('createPaymentMethod', 'paymentMethod', { storeId, name: 'Upay', type: 'wallet' }),
        { name: 'U' },
      ],
      [
        'updateCoupon',
        'coupon',
        () => made('createCoupon', 'coupon', { storeId, code: 'TWO', type: 'percent', value: '5' }),
        { value: '6' },
        'couponId',
      ],
      ['updateCustomer', 'customer', ofOther, { fullName: 'Three' }, 'customerId'],
      [
        'saveCustomerAddress',
        'customerAddress',
        () => made('saveCustomerAddress', 'customerAddress', address),
        { ...address, city: 'Dhaka' },
        'addressId',
      ],
      [
        'updateOrder',
        'order',
        () => made('createOrder', 'order', order(randomUUID()).input),
        { note: 'Ring twice' },
        'orderId',
      ],
      [
        'updateStaffRole',
        'staffRole',
        () => made('createStaffRole', 'staffRole', { name: 'Cook', permissions: [] }),
        { name: 'Chef' },
        'staffRoleId',
      ],
      ['updateWebhookEndpoint', 'webhookEndpoint', ofEndpoint, { description: 'x' }, 'endpointId'],
      ['updateProduct', 'product', () => made('createProduct', 'product', product), { name: 'Green tea' }],
      [
        'updateCategory',
        'category',
        () => made('createCategory', 'category', { storeId, name: 'Drinks' }),
        { name: 'D' },
      ],
      ['updateBrand', 'brand', () => made('createBrand', 'brand', { storeId, name: 'Ispahani' }), { name: 'I' }],
      ['updateAttribute', 'attribute', () => made('createAttribute', 'attribute', attribute), { name: 'Mass' }],
    ];
    // The rule is one, which the mutations share.
    for (const [mutation, row, make, change, named = 'id'] of inTurns(forms, 3, 0)) {
      const { id, updatedAt } = await make();
      const send = async (expectedUpdatedAt: string) =>
        (
          await desk.send(
            owner,
            `mutation ($input: ${inputOf(mutation)}!) { ${mutation}(input: $input) { clientMutationId } }`,
            { input: { [named]: id, ...change, expectedUpdatedAt } },
          )
        ).errors[0]?.extensions;
      const before = await count('internal.readable_activity_log where object_id = $1', id);
      t.like(await send('2026-01-01T00:00:00Z'), { code: 'CONFLICT' }, mutation);
      t.is(await count('internal.readable_activity_log where object_id = $1', id), before, `${mutation} did nothing`);
      // Of two who saw the same, one saves, and the other hears of them.
      const answers = await Promise.all([send(updatedAt), send(updatedAt)]);
      t.is(answers.filter(Boolean).length, 1, mutation);
      const fields = answers.find(Boolean)?.fields as Record<string, string[]>;
      t.deepEqual(
        fields,
        { expectedUpdatedAt: ['Rina Akter changed this meanwhile: read it again'] },
        `${mutation} ${row}`,
      );
    }
  },
);
