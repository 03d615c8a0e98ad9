// What versions to come may add to the database while this one serves it: words of lists, foreign keys, functions that take JSON.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, stockVariant, type TestShop } from '../helpers/shop.ts';
import { type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';
import { orderOf, placeOrder } from '../helpers/staff-orders.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
let owner: string;
let agent: string;
test.before(async () => {
  db = await freshDatabase('changes the schema');
  shop = await createShop(db.admin);
  await db.admin.query(`
    create function staff.keep_document(document json) returns json language sql volatile return document;
    grant execute on function staff.keep_document(json) to haat_staff;
    create table app.parcel_statuses (status text primary key);
    grant select on app.parcel_statuses to haat_staff;
    alter table app.parcels add foreign key (status) references app.parcel_statuses (status)`);
  desk = await startStaff(db, { own: true });
  owner = await signInAs(db, shop.companyId, 'owner');
  agent = await signInAs(db, shop.companyId, ['orders.manage', 'customers.read']);
  await stockVariant(db.admin, shop, { sku: 'RICE', price: 350, quantity: 1_000 });
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const order = (more?: object) => orderOf(shop, more);
const firstError = async (query: string, variables?: object) => (await desk.send(owner, query, variables)).errors[0]!;

test('a foreign key that a later version adds to a column leaves the field of the column as it is', async (t) => {
  t.deepEqual(await desk.ask(owner, '{ parcels { nodes { status statusRow { status } } } }'), {
    parcels: { nodes: [] },
  });
});

const address = `{ "n": 12345678901234567890, "10": 1.10, "2": {"deep": [1e400, {"a":1}]},
  "__proto__": {"line": "\\u09a2াকা"}, "twice": {"x":1}, "twice": {"y": 2}, "none": null }`;

const sendText = (query: string, variables = '{}') =>
  desk.request('POST', '//admin/graphql', {
    key: agent,
    raw: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    headers: { 'content-type': 'application/json' },
  });

test('JSON in a variable arrives as it was written, also from within an object of the document', async (t) => {
  const keep = (value: string, variable: string) =>
    `mutation ${variable} { keepDocument(input: { document: ${value} }) { result } }`;
  const input = await sendText(
    'mutation ($input: KeepDocumentInput!) { keepDocument(input: $input) { result } }',
    `{"input":{"document":${address}}}`,
  );
  t.true(input.text.includes(`"result":${address}`), input.text);
  const own = await sendText(keep('$document', '($document: JSON!)'), `{"document":${address}}`);
  t.true(own.text.includes(`"result":${address}`), own.text);
  const mixed = await sendText(keep('{ whole: $part }', '($part: JSON)'), `{"part":${address}}`);
  t.true(mixed.text.includes(`"result":{"whole":${address}}`), mixed.text);
});

test.serial('a status that a later version adds is shown at once, and taken from the next request on', async (t) => {
  const { createOrder } = await desk.ask(owner, placeOrder, order());
  const { id } = createOrder.order;
  const read = 'query ($id: UUID!) { order(id: $id) { status } }';
  const find = 'query ($status: OrderStatusName!) { orders(filter: { status: { equalTo: $status } }) { totalCount } }';
  t.regex((await firstError(find, { status: 'on_the_shelf' })).message, /must be one of/);
  await db.admin.query(`
    insert into app.order_statuses (status, position, description, stock, cash_state, parcel, words)
    select 'on_the_shelf', 99, 'Waits for its customer.', stock, cash_state, parcel, words
    from app.order_statuses where status = 'pending'`);
  await db.admin.query('alter table app.orders disable trigger user');
  await db.admin.query(`update app.orders set status = 'on_the_shelf' where id = $1`, [id]);
  await db.admin.query('alter table app.orders enable trigger user');
  t.deepEqual(await desk.ask(owner, read, { id }), { order: { status: 'on_the_shelf' } });
  t.deepEqual(await desk.ask(owner, find, { status: 'on_the_shelf' }), { orders: { totalCount: 1 } });
});
