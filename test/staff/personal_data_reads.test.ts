// Who read personal data: a row for each person or key, kind of reading and hour, and written by no hand.
import test from 'ava';
import { permissions } from '../../db/permissions.ts';
import { PersonalDataReads } from '../../server/gate/personal-data-reads.ts';
import { createLog } from '../../server/process/log.ts';
import type { TestDatabase } from '../helpers/database.ts';
import { openDesk } from '../helpers/orders.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createKey, createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { callTool } from '../helpers/tools.ts';

let db: TestDatabase;
let shop: TestShop;
let admin: StaffDesk;
let reads: PersonalDataReads;
let owner: string;
/** A customer with two addresses and two orders, and two customers more. */
let customerId: string;
let orderId: string;

test.before(async () => {
  db = await borrowDatabase();
  shop = await createShop(db.admin);
  reads = new PersonalDataReads(db.as('haat_gateway'), createLog('silent'));
  admin = await startStaff(db, { reads });
  owner = await signInAs(db, shop.companyId, 'owner');
  await stockVariant(db.admin, shop, { sku: 'TEA' });
  const desk = await openDesk(db, shop);
  for (const [phone, full_name] of [
    ['01711111111', 'Rahim'],
    ['01711111111', 'Rahim'],
    ['01722222222', 'Salma'],
    ['01733333333', 'Shirin'],
  ]) {
    const order = await desk.place([{ sku: 'TEA', quantity: 1 }], {
      customer: { phone, full_name },
      shipping_address: { recipient_name: full_name, recipient_phone: phone, address_line: 'House 1', city: 'Dhaka' },
    });
    customerId ??= order.customer_id;
    orderId ??= order.id;
  }
});
test.after.always(async () => {
  await admin?.stop();
  await reads?.close();
  await db?.drop();
});

type Row = { actor: string; kind: string; records: number; times: number };

/** What is noted of the company, and of none of its customers. */
async function noted(companyId = shop.companyId): Promise<Row[]> {
  await reads.flush();
  const { rows } = await db.admin.query<Row>(
    `select actor_type || ' ' || actor_name as actor, kind, record_count::integer as records, read_count as times
     from app.personal_data_reads where company_id = $1 order by actor, kind`,
    [companyId],
  );
  return rows;
}

/** What a reading adds. */
async function added(work: () => Promise<unknown>): Promise<string[]> {
  const before = await noted();
  await work();
  return (await noted()).flatMap(({ actor, kind, records, times }) => {
    const was = before.find((row) => row.actor === actor && row.kind === kind);
    const more = [records - (was?.records ?? 0), times - (was?.times ?? 0)];
    return more.some(Boolean) ? [`${actor}: ${kind} ${more[0]} in ${more[1]}`] : [];
  });
}

test.serial('no login writes a trace, and who has no activity.read or is of another company reads none', async (t) => {
  const query = '{ personalDataReads { nodes { kind } } }';
  await admin.ask(owner, '{ customers { nodes { phone } } }');
  await reads.flush();
  const kindsFor = async (companyId: string, granted: string[]) =>
    (await admin.ask(await signInAs(db, companyId, granted), query)).personalDataReads.nodes.length;
  t.is(
    await kindsFor(
      shop.companyId,
      permissions.filter((one) => one !== 'activity.read'),
    ),
    0,
  );
  t.is(await kindsFor((await createShop(db.admin)).companyId, [...permissions]), 0);
  t.is(await kindsFor(shop.companyId, ['activity.read']), 1);
  for (const role of ['haat_api', 'haat_staff', 'haat_dba', 'haat_gateway', 'haat_staff_gateway', 'haat_worker'])
    for (const act of ['insert', 'update', 'delete', 'truncate']) {
      const { rows } = await db.admin.query(`select has_table_privilege($1, 'app.personal_data_reads', $2) as may`, [
        role,
        act,
      ]);
      t.false(rows[0].may, `${role} ${act}`);
    }
  for (const role of ['haat_staff_gateway', 'haat_worker', 'haat_dba'])
    await t.throwsAsync(db.as(role).query(`select gate.note_personal_data_reads('[]')`), { code: '42501' }, role);
  // A process without the key or session of somebody notes nothing in their name.
  t.deepEqual(await added(async () => reads.note(Buffer.alloc(32), 'customers.opened', 5)), []);
});

test.serial('staff who search, open and list customers, or read orders, leave how many they were shown', async (t) => {
  const ask = (query: string, variables?: object) => () => admin.ask(owner, query, variables);
  const cases: [() => Promise<unknown>, string[]][] = [
    [ask('{ customers(first: 2) { nodes { fullName } } }'), ['customers.searched 2 in 1']],
    [
      ask('{ searchCustomers(search: "rahim") { edges { node { ...row } } } } fragment row on Customer { phone }'),
      ['customers.searched 1 in 1'],
    ],
    [
      ask('query ($id: UUID!) { one: customer(id: $id) { email customerAddresses { nodes { addressLine } } } }', {
        id: customerId,
      }),
      ['customers.opened 1 in 1'],
    ],
    // Its orders show more than itself.
    [
      ask(
        'query ($id: UUID!) { customer(id: $id) { phone orders { nodes { shippingAddress customer { phone } } } } }',
        {
          id: customerId,
        },
      ),
      ['customers.opened 1 in 1', 'orders.read 2 in 1'],
    ],
    [ask('{ customerAddresses { nodes { recipientPhone customer { phone } } } }'), ['customers.searched 3 in 1']],
    [ask('{ orders(first: 3) { nodes { number customer { ... on Customer { phone } } } } }'), ['orders.read 3 in 1']],
    [
      ask('query ($id: UUID!) { order(id: $id) { shippingAddress store { customers { nodes { phone } } } } }', {
        id: orderId,
      }),
      ['customers.searched 3 in 1', 'orders.read 1 in 1'],
    ],
    [ask(`{ node(nodeId: "nothing") { ... on Customer { phone } } }`), []],
    // No one is named.
    [ask('{ customers { nodes { id status } totalCount } orders { nodes { number customer { id } } } }'), []],
    [ask('query ($id: UUID!) { customer(id: $id) { phone } }', { id: orderId }), []],
    // A mutation may give back as much as a question.
    [
      ask(
        `mutation ($id: UUID!) { updateCustomer(input: { customerId: $id, email: "r@example.com" }) {
          customer { id phone } query { customers(first: 2) { nodes { phone } } } } }`,
        { id: customerId },
      ),
      ['customers.opened 1 in 1', 'customers.searched 2 in 1'],
    ],
  ];
  for (const [work, expected] of cases)
    t.deepEqual(
      await added(work),
      expected.map((one) => `staff Rina Akter: ${one}`),
      work.toString(),
    );
  // A customer is found by the node id too.
  const { customer } = await admin.ask(owner, 'query ($id: UUID!) { customer(id: $id) { nodeId } }', {
    id: customerId,
  });
  const byNode = 'query ($id: ID!) { node(nodeId: $id) { ... on Customer { phone } } }';
  t.deepEqual(await added(() => admin.ask(owner, byNode, { id: customer.nodeId })), [
    'staff Rina Akter: customers.opened 1 in 1',
  ]);
});

test.serial('a key leaves the same, by REST and by a tool; one that was revoked since is still told of', async (t) => {
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  await db.admin.query(`update app.api_keys set name = 'Mailer' where id = $1`, [key.id]);
  const get = (path: string) => admin.request('GET', path, { key: key.key });
  t.deepEqual(
    await added(async () => {
      await get('/customers?limit=2');
      await get('/customers?search=salma');
      await get(`/customers/${customerId}`);
      await get('/customers?search=nobody');
      await get('/orders?expand=customer,items');
      await get(`/orders/${orderId}`);
      await get('/products');
      await callTool(admin, key, 'get_customer_summary', { id: customerId });
      await db.admin.query('update app.api_keys set revoked_at = now() where id = $1', [key.id]);
    }),
    [
      'api_key Mailer: customers.opened 2 in 2',
      'api_key Mailer: customers.searched 3 in 2',
      'api_key Mailer: orders.read 5 in 2',
    ],
  );
});

test.serial('a CSV file and an erasure leave a trace in their own transaction', async (t) => {
  const get = (kind: string) =>
    admin.request('GET', `//admin/exports?kind=${kind}&store_id=${shop.stores[0].id}`, { key: owner });
  t.deepEqual(await added(() => get('customers')), ['staff Rina Akter: customers.exported 3 in 1']);
  t.deepEqual(await added(() => get('orders')), ['staff Rina Akter: orders.exported 4 in 1']);
  t.deepEqual(await added(() => get('products')), []);
  const erase = 'mutation ($id: UUID!) { eraseCustomer(input: { customerId: $id }) { customer { id } } }';
  const made = await admin.request('POST', '/customers', {
    key: shop.storeKey.key,
    body: { full_name: 'Nadia', phone: '01744444444' },
  });
  const { id } = made.body;
  t.deepEqual(await added(() => admin.ask(owner, erase, { id })), ['staff Rina Akter: customers.erased 1 in 1']);
  t.deepEqual(await added(() => admin.ask(owner, erase, { id })), [], 'there is nothing left to erase');
});

test.serial('an hour is a row, whoever brings it; after 400 days it goes', async (t) => {
  const other = new PersonalDataReads(db.as('haat_gateway'), createLog('silent'));
  const key = await createKey(db.admin, shop.companyId, { storeId: shop.stores[0].id });
  await db.admin.query(`update app.api_keys set name = 'Busy' where id = $1`, [key.id]);
  const hash = key.hash;
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const one = n % 2 ? other : reads;
      one.note(hash, 'customers.opened', n + 1);
      await one.flush();
    }),
  );
  const mine = async () => (await noted()).filter(({ actor }) => actor === 'api_key Busy');
  t.deepEqual(await mine(), [{ actor: 'api_key Busy', kind: 'customers.opened', records: 820, times: 40 }]);
  const age = (days: number) =>
    db.admin.query(
      `update app.personal_data_reads set hour = internal.now() - make_interval(days => $2) where actor_id = $1`,
      [key.id, days],
    );
  const cleanUp = () => db.as('haat_worker').query('select internal.clean_up_personal_data_reads()');
  await age(399);
  await cleanUp();
  t.is((await mine()).length, 1);
  await age(401);
  await cleanUp();
  t.deepEqual(await mine(), []);
});
