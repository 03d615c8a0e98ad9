// What a stolen login can change of itself, and where else it may go: the start of the service and the audit say so, with the
// statement that mends it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'ava';
import { withClient, withLogin } from '../../db/connect/connection.ts';
import { environment } from '../helpers/processes/environment.ts';
import { startService } from '../helpers/processes/service.ts';
import { openMigratedCluster } from '../template.ts';

const root = path.join(import.meta.dirname, '..', '..');
const cluster = await openMigratedCluster();
test.after.always(() => cluster.stop());

const as = (login: string, sql: string, database = 'haat') =>
  withClient(withLogin(cluster.url(database), login), async (client) => (await client.query(sql)).rows);
const changed = () => as('haat_dba', 'select object, found, remedy from internal.find_changed_settings()');
const open = () => as('haat_worker', 'select object, remedy from internal.find_other_databases()');
/** As an operator runs what was told. */
const mend = async (problems: { remedy: string }[]) => {
  for (const { remedy } of problems) await as('postgres', remedy, 'postgres');
};

test.serial('what the migration and administrators set is nothing to tell', async (t) => {
  await as('postgres', `alter role haat_worker set log_min_duration_statement = '1s'`);
  await as('postgres', `alter role haat_worker set session_preload_libraries = 'auto_explain'`);
  await as('postgres', `alter role haat_worker set auto_explain.log_min_duration = '1s'`);
  await as('postgres', `alter database haat set work_mem = '8MB'`);
  t.deepEqual(await changed(), []);
  t.deepEqual(await open(), []);
});

test.serial('each setting that a login gives itself or takes away is told, and mended by the statement', async (t) => {
  const acts: [login: string, sql: string, object: string, found: string, remedy: string][] = [
    [
      'haat_gateway',
      'alter role haat_gateway set transaction_timeout = 0',
      'setting transaction_timeout of haat_gateway',
      'is 0',
      `alter role haat_gateway set transaction_timeout = '30s'`,
    ],
    [
      'haat_staff_gateway',
      'alter role haat_staff_gateway reset lock_timeout',
      'setting lock_timeout of haat_staff_gateway',
      'is missing',
      `alter role haat_staff_gateway set lock_timeout = '3s'`,
    ],
    [
      'haat_worker',
      'alter role haat_worker set search_path = pg_temp, app',
      'setting search_path of haat_worker',
      'is pg_temp, app',
      'alter role haat_worker reset search_path',
    ],
    [
      'haat_worker',
      'alter role haat_worker in database haat set statement_timeout = 60001',
      'setting statement_timeout of haat_worker',
      'is 60001',
      'alter role haat_worker in database haat reset statement_timeout',
    ],
    [
      'haat_gateway',
      // Of a module that the session has loaded.
      `do $$ begin end $$; alter role haat_gateway set plpgsql.extra_errors = 'all'`,
      'setting plpgsql.extra_errors of haat_gateway',
      'is all',
      'alter role haat_gateway reset plpgsql.extra_errors',
    ],
    [
      'haat_staff_gateway',
      'alter role haat_staff_gateway set role = haat_staff',
      'setting role of haat_staff_gateway',
      'is haat_staff',
      'alter role haat_staff_gateway reset role',
    ],
  ];
  for (const [login, sql, object, found, remedy] of acts) {
    await as(login, sql);
    const told = await changed();
    t.deepEqual(told, [{ object, found, remedy }], sql);
    await mend(told);
    t.deepEqual(await changed(), [], remedy);
  }
});

test.serial(
  'whatever the migration sets is missed when a login has reset it all, and set again by the statements',
  async (t) => {
    const settings = async () =>
      as(
        'postgres',
        `select rolname, array(select s from unnest(rolconfig) s order by s) as set from pg_roles
       where rolname ~ '^haat_.*(gateway|worker)$|^haat_dba$' order by 1`,
      );
    // What only administrators set is not missed, since some cannot.
    const before = (await settings()).map(({ rolname, set }) => ({
      rolname,
      set: set.filter((one: string) => !/log|auto_explain|preload/.test(one)),
    }));
    for (const { rolname } of before) await as('postgres', `alter role ${rolname} reset all`);
    const told = await changed();
    t.is(told.length, before.flatMap(({ set }) => set).length);
    await mend(told);
    t.deepEqual(await settings(), before);
  },
);

test.serial('the start and the audit tell of both, and of databases that are open to all', async (t) => {
  await as('haat_worker', 'alter role haat_worker set statement_timeout = 60000');
  await as('postgres', 'grant connect on database postgres to public', 'postgres');
  const service = await startService(t, 'api', {
    DATABASE_URL: withLogin(cluster.url('haat'), 'haat_gateway'),
    LOG_LEVEL: 'warn',
  });
  const said = service.output();
  await service.stop();
  t.regex(said, /alter role haat_worker reset statement_timeout/);
  t.regex(said, /revoke connect on database postgres from public/);
  const { stdout, status } = spawnSync(process.execPath, [path.join(root, 'db/cli/audit.ts'), '--rest=0'], {
    encoding: 'utf8',
    env: { ...environment, DATABASE_URL: cluster.url('haat') },
  });
  t.is(status, 1);
  t.regex(
    stdout,
    /check_logins: setting statement_timeout of haat_worker: .*alter role haat_worker reset statement_timeout/,
  );
  t.regex(stdout, /A remark, no damage: .*\n- database postgres: revoke connect on database postgres from public/);
  await mend([...(await changed()), ...(await open())]);
  t.deepEqual([await changed(), await open()], [[], []]);
});
