// Each login has a password of its own, and opens nothing with another's.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { externalDatabase, urlAs, withClient, withLogin } from '../../db/connection.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate.ts';
import { startService } from '../helpers/processes/service.ts';

const cluster = await openThrowAwayCluster();
test.after.always(() => cluster.stop());

const passwords = { haat_gateway: 'one', haat_staff_gateway: 'two', haat_worker: 'three' };
const urlOf = (login: string, password: string) => {
  const url = new URL(withLogin(cluster.url('haat'), login));
  url.password = password;
  return url.href;
};
const connect = (url: string) => withClient(url, (client) => client.query('select 1'));

test.before(async () => {
  await migrate(cluster.url('haat'), { includeCurrent: true });
  fs.writeFileSync(
    path.join(cluster.directory, 'data', 'pg_hba.conf'),
    'local all postgres trust\nlocal all all scram-sha-256\n',
  );
  await withClient(cluster.url('postgres'), async (client) => {
    for (const [login, password] of Object.entries(passwords))
      await client.query(`alter role ${login} password '${password}'`);
    await client.query('select pg_reload_conf()');
  });
});

test('a password opens its own login and no other', async (t) => {
  for (const login of Object.keys(passwords))
    for (const [owner, password] of Object.entries(passwords))
      if (owner === login) await t.notThrowsAsync(connect(urlOf(login, password)));
      else await t.throwsAsync(connect(urlOf(login, password)), { code: '28P01' }, `${login} with that of ${owner}`);
});

test('the API serves clients and staff by two passwords, and the worker works by a third', async (t) => {
  const api = await startService(t, 'api', {
    DATABASE_URL: urlOf('haat_gateway', 'one'),
    DATABASE_STAFF_URL: urlOf('haat_staff_gateway', 'two'),
  });
  t.is((await fetch(`${api.url}/readyz`)).status, 200);
  const answer = await fetch(`${api.url}/admin/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation { signIn(input: { email: "a@b.c", password: "x" }) { session { token } } }',
    }),
  });
  t.is(
    ((await answer.json()) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code,
    'UNAUTHENTICATED',
  );
  t.is(await api.stop(), 0);
  const worker = await startService(t, 'worker', { DATABASE_URL: urlOf('haat_worker', 'three') });
  t.is(await worker.stop(), 0);
});

test('without a URL of its own the staff login takes the host and password that are there', async (t) => {
  const database = externalDatabase(urlOf('haat_gateway', 'one'));
  t.is(await urlAs(database, 'haat_staff_gateway'), urlOf('haat_staff_gateway', 'one'));
});
