// What our logins may do besides running our functions: nothing that Postgres gives to public and no process needs.
import test from 'ava';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { slice } from '../helpers/long.ts';
import { asStolenLogin, freeSettings, stolenLogins } from '../helpers/stolen-logins.ts';

let db: TestDatabase;
test.before(async () => {
  db = await freshDatabase('reads whole tables');
});
test.after.always(() => db?.drop());

test('a login can only become the role that it is to become', async (t) => {
  t.deepEqual(
    (await stolenLogins(db)).filter(({ login, role }) => login !== role),
    [
      // What runs and how long, of every login: values are sent apart from the text of a query.
      { login: 'haat_dba', role: 'pg_read_all_stats' },
      { login: 'haat_staff_gateway', role: 'haat_anonymous' },
      { login: 'haat_staff_gateway', role: 'haat_staff' },
    ],
  );
  const allowed = new Set((await stolenLogins(db)).map(({ login, role }) => `${login} ${role}`));
  const { rows } = await db.admin.query('select rolname from pg_roles');
  // Of those that Postgres has itself some, drawn by the seed.
  const { true: itsOwn = [], false: ours = [] } = Object.groupBy(rows, ({ rolname }) => `${rolname.startsWith('pg_')}`);
  const roles = [...ours, ...slice(itsOwn, 4)];
  for (const { login } of await stolenLogins(db))
    for (const { rolname } of roles) {
      if (allowed.has(`${login} ${rolname}`)) continue;
      for (const sql of [`set role ${rolname}`, `set session authorization ${rolname}`])
        await t.throwsAsync(db.as(login).query(sql), { code: '42501' }, `${login}: ${sql}`);
    }
});

test('no login makes anything, reads a file, ends a process or takes a lock that ours wait for', async (t) => {
  for (const { login, role } of await stolenLogins(db)) {
    const { rows: functions } = await db.admin.query(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.proname ~ ('^(lo_|loread|lowrite|pg_(try_)?advisory|pg_(terminate|cancel)_backend|pg_read_|pg_ls_|pg_stat_file'
         || '|pg_file_|pg_logfile|pg_promote|pg_reload|pg_rotate|pg_switch|pg_create_restore|pg_replication_origin_|dblink)')
         and p.proname not in ('lo_close') and has_function_privilege($1, p.oid, 'execute')`,
      [role],
    );
    t.deepEqual(functions, [], role);
    for (const sql of [
      'create temporary table loot (row text)',
      'create schema loot',
      'create table public.loot (row text)',
      `create function public.loot() returns text language sql return 'x'`,
      'create extension dblink schema public',
      'create role loot superuser',
      `alter role ${login} superuser`,
      'create publication loot for all tables',
      `copy (select 1) to program 'true'`,
      `copy pg_am to '/tmp/loot'`,
    ])
      await asStolenLogin(db, { login, role }, async (client) => {
        await client.query('set transaction read write');
        await t.throwsAsync(client.query(sql), { code: '42501' }, `${role}: ${sql}`);
      });
  }
});

test('no login can take every connection', async (t) => {
  const { rows } = await db.admin.query(
    `select rolname from pg_roles where rolname like 'haat\\_%' and rolcanlogin
     and rolconnlimit not between 1 and current_setting('max_connections')::int - 1`,
  );
  t.deepEqual(rows, []);
});

test('the proof’s secret is the gatekeeper’s alone, and so is what makes a proof', async (t) => {
  const { rows } = await db.admin.query(
    `select r.rolname from pg_roles r where r.rolname like 'haat\\_%' and (
       has_table_privilege(r.oid, 'internal.context_secret', 'select')
       or exists (select from pg_proc p where p.proname in ('context_proof', 'set_context')
         and has_function_privilege(r.oid, p.oid, 'execute')))`,
  );
  t.deepEqual(rows.map(({ rolname }) => rolname).sort(), ['haat_gatekeeper', 'haat_owner']);
});

test('the actor is read only by the functions that ask for the proof', async (t) => {
  const { rows } = await db.admin.query(
    `select p.oid::regproc::text as name, pg_get_functiondef(p.oid) as body
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('app', 'internal', 'gate', 'api', 'staff', 'ledger') and p.prokind in ('f', 'p')`,
  );
  for (const { name, body } of rows) {
    // The journal asks for the proof once a row, and then reads who acts.
    if (['internal.proven_setting', 'internal.context_proof', 'internal.tg__journal'].includes(name)) continue;
    const read = [...body.matchAll(/current_setting\('(haat\.[a-z_]+)'/g)].map((match) => match[1]);
    t.deepEqual(
      read.filter((setting) => !freeSettings.includes(setting!)),
      [],
      name,
    );
  }
});

test('the worker’s login runs its own duties, and nothing that reads for others', async (t) => {
  const { rows } = await db.admin.query(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('app', 'internal', 'gate', 'api', 'staff', 'ledger') and not p.prosecdef
       and has_function_privilege('haat_worker', p.oid, 'execute') order by 1`,
  );
  // The clock, what the start-up check asks the catalog, and who acts: for a worker no one. And a procedure that
  // commits between what it calls, which no "security definer" may: what it calls is.
  t.deepEqual(
    rows.map(({ name }) => name),
    [
      'context_setting',
      'current_company_id',
      'find_changed_settings',
      'find_excess_powers',
      'find_excess_rights',
      'find_fence_problems',
      'find_open_database',
      'find_other_databases',
      'find_unfenced_tables',
      'has_column',
      'login_settings',
      'moved_now',
      'now',
      'run_job_lines',
      'staff_company_id',
    ],
  );
});
