// The limit per IP address where people and programs share one: see test/rest/ip_rate_limit.test.ts for the rest.
import test from 'ava';
import { startApi } from '../helpers/api.ts';
import { borrowDatabase } from '../helpers/shared-database.ts';
import { createShop } from '../helpers/shop.ts';
import { hire, openSession, password, signIn } from '../helpers/staff.ts';
import { borrowStaff } from '../helpers/staff-engine.ts';

test('one forgotten key in an office stops neither the keys, nor the sessions, nor the sign-in of its colleagues', async (t) => {
  const db = await borrowDatabase();
  const shop = await createShop(db.admin);
  const { id, email } = await hire(db, shop.companyId, { role: 'owner' });
  const token = await openSession(db, id);
  const staff = borrowStaff(db.as('haat_staff_gateway'));
  const api = await startApi({ pool: db.as('haat_gateway'), staff, ipRequestsPerMinute: 20 });
  t.teardown(async () => {
    await api.stop();
    await staff.release();
    await db.drop();
  });
  const forgotten = `service_sk_${'f'.repeat(40)}`;
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await api.request('GET', '/me', { key: forgotten })).status);
  t.deepEqual(statuses, [401, 401, 429, 429]);
  t.is((await api.request('GET', '/me', { key: shop.storeKey.key })).status, 200);
  const ask = (body: object, bearer?: string) => api.request('POST', '//admin/graphql', { body, key: bearer });
  t.is((await ask({ query: '{ viewer { email } }' }, token)).body.data.viewer.email, email);
  t.is((await ask({ query: '{ viewer { email } }' }, `staff_${'0'.repeat(64)}`)).status, 429);
  const trial = (secret: string) => ask({ query: signIn, variables: { email, password: secret } });
  t.truthy((await trial(password)).body.data.signIn.session.token);
  const wrong = [];
  for (let n = 0; n < 3; n++) wrong.push((await trial('wrong')).status);
  t.deepEqual(wrong, [200, 200, 429], 'sign-ins have a limit of their own');
  t.is((await api.request('GET', '/me', { key: shop.companyKey.key })).status, 200);
});
