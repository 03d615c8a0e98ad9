// Each login has a password of its own, and opens nothing with another's.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { externalDatabase, urlAs, withClient, withLogin } from '../../db/connect/connection.ts';
import { findLogins, openLogins } from '../../db/connect/start-logins.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { longTest } from '../helpers/long.ts';
import { startService } from '../helpers/processes/service.ts';
import { openMigratedCluster } from '../template.ts';

const cluster = await openMigratedCluster();
test.after.always(() => cluster.stop());

const passwords = { haat_gateway: 'one', haat_staff_gateway: 'two', haat_worker: 'three' };
const urlOf = (login: string, password: string) => {
  const url = new URL(withLogin(cluster.url('haat'), login));
  url.password = password;
  return url.href;
};
const connect = (url: string) => withClient(url, (client) => client.query('select 1'));

test.before(async () => {
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

test.serial('a password opens its own login and no other', async (t) => {
  for (const login of Object.keys(passwords))
    for (const [owner, password] of Object.entries(passwords))
      if (owner === login) await t.notThrowsAsync(connect(urlOf(login, password)));
      else await t.throwsAsync(connect(urlOf(login, password)), { code: '28P01' }, `${login} with that of ${owner}`);
});

test.serial('the API serves clients and staff by two passwords, and the worker works by a third', async (t) => {
  const api = await startService(t, 'api', {
    DATABASE_URL: urlOf('haat_gateway', 'one'),
    DATABASE_STAFF_URL: urlOf('haat_staff_gateway', 'two'),
  });
  t.is((await fetch(`${api.url}/readyz`)).status, 200);
  // What staff may do is asked of the database by their own login; refused by it, the answer would be 503.
  const answer = await fetch(`${api.url}/admin/imports`, {
    headers: { authorization: `Bearer staff_${'0'.repeat(64)}` },
  });
  t.is(answer.status, 401);
  t.is(await api.stop(), 0);
  const worker = await startService(t, 'worker', { DATABASE_URL: urlOf('haat_worker', 'three') });
  t.is(await worker.stop(), 0);
});

test.serial('without a URL of its own the staff login takes the host and password that are there', async (t) => {
  const database = externalDatabase(urlOf('haat_gateway', 'one'));
  t.is(await urlAs(database, 'haat_staff_gateway'), urlOf('haat_staff_gateway', 'one'));
});

/** Who is logged in, beside us. */
const sessions = () =>
  withClient(cluster.url('haat'), async (client) => {
    const { rows } = await client.query(`
      select distinct usename from pg_stat_activity
      where application_name like 'haat %' and datname = current_database() order by 1`);
    return rows.map(({ usename }) => usename);
  });

longTest.serial('npm start with an administrator logs in as the roles, never as the administrator', async (t) => {
  t.timeout(120_000);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-passwords-'));
  t.teardown(() => fs.rmSync(dataDir, { recursive: true }));
  const start = () =>
    startService(t, 'start', { DATABASE_URL: cluster.url('haat'), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' });
  const refused = await t.throwsAsync(start());
  t.regex(
    refused!.message,
    /haat_gateway has a password that this start does not know.* alter role haat_gateway password null/,
  );
  await withClient(cluster.url('postgres'), async (client) => {
    for (const login of Object.keys(passwords)) await client.query(`alter role ${login} password null`);
  });
  const file = path.join(dataDir, 'logins.json');
  let kept: string | undefined;
  for (const time of ['at first', 'again']) {
    const service = await start();
    t.is((await fetch(`${service.url}/readyz`)).status, 200, time);
    t.deepEqual(await sessions(), ['haat_gateway', 'haat_worker'], time);
    t.is(fs.statSync(file).mode & 0o777, 0o600);
    kept ??= fs.readFileSync(file, 'utf8');
    t.is(fs.readFileSync(file, 'utf8'), kept, 'the passwords stay');
    t.is(await service.stop(), 0);
  }
});

longTest.serial('npm start sets no password where the server asks for none', async (t) => {
  const open = await openThrowAwayCluster();
  t.teardown(() => open.stop());
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-passwords-'));
  t.teardown(() => fs.rmSync(dataDir, { recursive: true }));
  t.deepEqual(await findLogins(open.url('haat')), []);
  await migrate(open.url('haat'), { includeCurrent: true });
  const before = await findLogins(open.url('haat'));
  const { urls } = await openLogins(open.url('haat'), { dataDir, staffUrl: undefined, before });
  t.deepEqual(Object.keys(urls!).sort(), before.sort());
  for (const [login, url] of Object.entries(urls!)) t.is(new URL(url!).username, login);
  t.false(fs.existsSync(path.join(dataDir, 'logins.json')));
});
