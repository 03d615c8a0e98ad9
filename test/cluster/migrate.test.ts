import test from 'ava';
import { Logger, run, runOnce } from 'graphile-worker';
import { externalDatabase, openPool, urlAs, withClient, withDatabase, withLogin } from '../../db/connect/connection.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { unlockJobs } from '../../db/migrate/worker-schema.ts';
import { longTest } from '../helpers/long.ts';
import { openMigratedCluster } from '../template.ts';

// A server of someone's own, whose administrator is no superuser. From nothing he migrates it in prerequisites.test.ts.
const cluster = await openMigratedCluster();
test.after.always(() => cluster.stop());
const adminUrl = withLogin(cluster.url('haat'), 'chief');

test.before(async () => {
  await withClient(cluster.url('postgres'), async (client) => {
    await client.query('create role chief login createrole createdb');
    await client.query('grant connect on database postgres to chief');
    await client.query('grant connect on database haat to chief');
    await client.query(
      `grant haat_anonymous, haat_api, haat_dba, haat_gatekeeper, haat_gateway, haat_owner, haat_staff, haat_staff_gateway,
       haat_worker to chief with admin option`,
    );
    // Only a superuser sets these, and a role that has them can be taken on by a superuser alone.
    for (const login of ['haat_gateway', 'haat_staff_gateway', 'haat_worker'])
      await client.query(
        `alter role ${login} reset log_parameter_max_length;
         alter role ${login} reset auto_explain.log_parameter_max_length`,
      );
  });
});

const whoAmI = (url: string) =>
  withClient(url, async (client) => (await client.query(`select session_user, current_user`)).rows[0]);

test.serial('an administrator who is no superuser can migrate, again and several at once', async (t) => {
  // What a superuser made by hand in our schemas leaves with every migration.
  const look = (text: string) => withClient(cluster.url('haat'), async (client) => (await client.query(text)).rows);
  await look(`
    create function api.stray() returns integer language sql return 1;
    create view ledger.stray as select api.stray() as one;
    create policy stray on app.brands for select to haat_dba using (true)`);
  await look(
    `insert into gate.image_calls (key_id, slot, lease, lineage_id, expires_at)
     values (gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), now() + interval '1 minute')`,
  );
  await Promise.all([migrate(adminUrl), migrate(adminUrl)]);
  t.is((await look('select from gate.image_calls')).length, 1, 'another process may hold it');
  t.deepEqual(
    await look(`
      select proname as name from pg_proc where proname = 'stray'
      union all select relname from pg_class where relname = 'stray'
      union all select polname from pg_policy where polname = 'stray'`),
    [],
  );
  const { rows } = await withClient(cluster.url('haat'), (client) =>
    client.query(`
      select distinct pg_get_userbyid(nspowner) as owner from pg_namespace
      where nspname in ('app', 'api', 'graphile_migrate', 'graphile_worker')`),
  );
  t.deepEqual(rows, [{ owner: 'haat_owner' }]);
});

test('an ordinary user is told who can migrate', async (t) => {
  await t.throwsAsync(migrate(withLogin(adminUrl, 'haat_gateway')), { message: /^haat_gateway may not create roles/ });
});

longTest('a database of the chain from before the first release is refused in plain words', async (t) => {
  const url = withDatabase(adminUrl, 'old');
  await migrate(url, { includeCurrent: true });
  await withClient(cluster.url('old'), (client) =>
    client.query(`
      alter table graphile_migrate.migrations disable trigger all;
      update graphile_migrate.migrations set hash = 'sha1:5c7fac6968f9629fa427e67df32884ab93253fa0' where previous_hash is null`),
  );
  await t.throwsAsync(migrate(url), { message: /^the database old was made by .* before its first release.*drop it/ });
});

test('no role of the service is a superuser or bypasses row-level security', async (t) => {
  const { rows } = await withClient(cluster.url('haat'), (client) =>
    client.query(
      `select rolname from pg_roles where rolname like 'haat%' and (rolsuper or rolbypassrls or rolcreaterole)`,
    ),
  );
  t.deepEqual(rows, []);
});

test('every login of ours reaches the database, and no other does', async (t) => {
  for (const login of ['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba']) {
    t.deepEqual(await whoAmI(withLogin(adminUrl, login)), { session_user: login, current_user: login });
  }
  await withClient(cluster.url('postgres'), (client) => client.query('create role stranger login'));
  await t.throwsAsync(whoAmI(withLogin(adminUrl, 'stranger')), { message: /permission denied for database/ });
});

test('an administrator takes a role on at start-up, with the limits of the role', async (t) => {
  const url = await urlAs(externalDatabase(adminUrl), 'haat_gateway');
  t.deepEqual(await whoAmI(url), { session_user: 'chief', current_user: 'haat_gateway' });
  const { rows } = await withClient(url, (client) => client.query('show transaction_timeout'));
  t.deepEqual(rows, [{ transaction_timeout: '30s' }]);
});

test('with the URL of haat_gateway every part logs in as itself', async (t) => {
  const database = externalDatabase(withLogin(adminUrl, 'haat_gateway'));
  t.deepEqual(await whoAmI(await urlAs(database, 'haat_worker')), {
    session_user: 'haat_worker',
    current_user: 'haat_worker',
  });
});

test('a database without the roles says what to do', async (t) => {
  await t.throwsAsync(urlAs(externalDatabase(adminUrl), 'haat_nobody'), { message: /run "npm run migrate"/ });
});

test.serial('the worker can work the queue, and jobs of killed workers can be freed', async (t) => {
  const add = (name: string) =>
    withClient(cluster.url('haat'), (client) =>
      client.query(`select graphile_worker.add_job('greet', $1)`, [JSON.stringify({ name })]),
    );
  const greeted: unknown[] = [];
  const pool = openPool(withLogin(adminUrl, 'haat_worker'));
  // To the database a worker that never ends its job is like one that was killed.
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const dead = await run({
    pgPool: pool,
    noHandleSignals: true,
    parsedCronItems: [],
    logger: new Logger(() => () => {}),
    taskList: {
      async greet() {
        held.resolve();
        await end.promise;
      },
    },
  });
  await add('two');
  await held.promise;
  await add('one');
  const work = () =>
    runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { greet: async (payload) => void greeted.push((payload as { name: string }).name) },
    });
  await work();
  t.deepEqual(greeted, ['one']);
  await unlockJobs(cluster.url('haat'));
  await work();
  t.deepEqual(greeted, ['one', 'two']);
  end.resolve();
  await dead.stop();
  await pool.end();
});

test('a start writes the address of the pictures, and frees what a killed process held', async (t) => {
  const look = (text: string) => withClient(cluster.url('haat'), async (client) => (await client.query(text)).rows);
  await look(
    `insert into gate.image_calls (key_id, slot, lease, lineage_id, expires_at)
     values (gen_random_uuid(), 2, gen_random_uuid(), gen_random_uuid(), now() + interval '1 minute')`,
  );
  await migrate(adminUrl, { mediaUrl: 'https://pictures.example/media/', alone: true });
  t.deepEqual(await look('select media_url from internal.deployment'), [
    { media_url: 'https://pictures.example/media' },
  ]);
  t.is((await look('select from gate.image_calls')).length, 0);
  t.deepEqual(await look(`select internal.media_url('images/a.webp') as url`), [
    { url: 'https://pictures.example/media/images/a.webp' },
  ]);
});
