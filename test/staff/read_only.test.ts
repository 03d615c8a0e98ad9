// A database that an operator has made read-only (npm run haat -- cells a read-only): what clients and staff are told meanwhile.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { createShop, type TestShop } from '../helpers/shop.ts';
import { hire, password, type StaffDesk, signInAs, startStaff } from '../helpers/staff.ts';

let db: TestDatabase;
let shop: TestShop;
let desk: StaffDesk;
test.before(async () => {
  db = await freshDatabase('serves all companies');
  shop = await createShop(db.admin);
  desk = await startStaff(db);
});
test.after.always(async () => {
  await desk?.stop();
  await db?.drop();
});

const set = (state: string) => db.as('haat_owner').query('select internal.set_cell_state($1)', [state]);

test.serial('a read-only database answers reads, refuses writes with 503 and a time, and works again', async (t) => {
  const { email } = await hire(db, shop.companyId, { role: 'owner' });
  const token = await signInAs(db, shop.companyId, 'owner');
  const { key } = shop.storeKey;
  const write = (name: string) => desk.request('POST', '/brands', { key, body: { name }, idempotencyKey: name });
  const change = 'mutation { createLocation(input: { name: "Second", code: "SECOND" }) { __typename } }';
  await set('read-only');
  const refused = await write('Closed');
  t.is(refused.status, 503);
  t.is(refused.body.error.code, 'UNAVAILABLE');
  t.is(refused.headers.get('retry-after'), '30');
  t.is((await desk.request('GET', '/brands', { key })).status, 200);
  t.is((await desk.request('GET', '/reports/sales-summary?from=2026-01-01&to=2026-01-02', { key })).status, 200);
  t.is((await desk.ask(token, '{ stores { nodes { id } } }')).stores.nodes.length, shop.stores.length);
  t.is(await desk.refusal(token, change), 'UNAVAILABLE');
  const { data } = await desk.send(
    null,
    `mutation { signIn(input: { email: "${email}", password: "${password}" }) { session { token } } }`,
  );
  t.truthy(data.signIn.session.token);
  const upload = await desk.request('POST', '//admin/uploads', {
    key: token,
    body: { source_url: 'https://x.example/x' },
  });
  t.is(upload.status, 503);
  const worker = db.as('haat_worker');
  await t.notThrowsAsync(worker.query('select internal.cancel_unpaid_orders(), internal.store_missing_documents()'));
  const { rows } = await db.admin.query(`select from app.brands where name = 'Closed'`);
  t.is(rows.length, 0);
  await set('open');
  t.is((await write('Closed')).status, 201);
  t.truthy((await desk.ask(token, change)).createLocation);
});
