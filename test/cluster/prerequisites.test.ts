// What the programs need of a server and of a database: what is missing is said in one line, with what to do, and
// never with a stack. Most servers belong to others: the administrator is no superuser, and others have made roles,
// databases and extensions before.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import pg from 'pg';
import { withClient, withLogin } from '../../db/connect/connection.ts';
import { explain } from '../../db/connect/explain.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { isLong } from '../helpers/long.ts';
import { environment } from '../helpers/processes/environment.ts';
import { runHaatHere } from '../helpers/processes/haat.ts';

const root = path.join(import.meta.dirname, '..', '..');
const cluster = await openThrowAwayCluster();
test.after.always(() => cluster.stop());

const urlOf = (login: string, database: string) => withLogin(cluster.url(database), login);
const asSuperuser = async (database: string, ...statements: string[]) =>
  withClient(cluster.url(database), async (client) => {
    for (const statement of statements) await client.query(statement);
  });

test.before(async () => {
  fs.writeFileSync(
    path.join(cluster.directory, 'data', 'pg_hba.conf'),
    'local all locked scram-sha-256\nlocal all all trust\n',
  );
  await asSuperuser(
    'postgres',
    'select pg_reload_conf()',
    // As on most servers.
    'grant connect on database postgres to public',
    'create role chief login createrole createdb',
    'create role deployer login createrole',
    'create role landlord login',
    'create role visitor login',
    "create role locked login password 'right'",
    'create database shop owner landlord',
    'create database app_of_others owner landlord',
    'create database restored owner landlord',
    'create database bare owner chief',
    'create database empty',
    `create database latin owner chief encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    `alter database bare set extension_control_path = '/nowhere'`,
    // As careful administrators, or a cautious provider, set them.
    'alter role deployer set search_path = pg_temp',
    'alter role deployer set default_transaction_read_only = on',
    `alter role deployer set statement_timeout = '1ms'`,
    'alter role deployer set row_security = off',
    `alter role deployer set DateStyle = 'German'`,
  );
  await asSuperuser('shop', 'create schema extensions authorization landlord', 'create extension pgcrypto');
  await asSuperuser('app_of_others', 'create schema app authorization landlord');
  await asSuperuser(
    'restored',
    'create schema app authorization landlord',
    'create schema graphile_migrate authorization landlord',
    'create table graphile_migrate.migrations (hash text, previous_hash text, filename text)',
  );
  const roles = fs.readFileSync(path.join(root, 'db', 'roles.sql'), 'utf8');
  await withClient(urlOf('chief', 'postgres'), (client) => client.query(roles));
});

test.serial(
  'a server of others: each refusal holds the statements that help, until everything is migrated',
  async (t) => {
    t.timeout(180_000);
    const refused: string[] = [];
    const warnings: string[] = [];
    const attempt = () =>
      migrate(urlOf('deployer', 'shop'), { includeCurrent: true, warn: (message) => warnings.push(message) });
    for (;;) {
      const error = await attempt().then(
        () => null,
        (error: Error) => error,
      );
      if (!error || refused.length > 10) break;
      t.is(error.constructor, Error, error.stack);
      refused.push(error.message);
      const [, statements] = /: let .* run: (.*)$/.exec(error.message) ?? t.fail(error.message);
      await asSuperuser('shop', ...statements!.split('; '));
    }
    t.deepEqual(refused, [
      'deployer may not grant the roles of Haat, which another administrator has made: let chief or a superuser run: ' +
        'grant haat_anonymous, haat_api, haat_dba, haat_gatekeeper, haat_gateway, haat_owner, haat_staff, ' +
        'haat_staff_gateway, haat_worker to "deployer" with admin option',
      'the database shop belongs to landlord, so deployer can neither prepare nor close it: let landlord or a superuser ' +
        'run: grant create, connect on database "shop" to haat_owner; grant connect on database "shop" to haat_gateway, ' +
        'haat_staff_gateway, haat_worker, haat_dba, "deployer"; revoke all on database "shop" from public',
      'the schema extensions belongs to landlord: let landlord or a superuser run: grant usage, create on schema ' +
        'extensions to haat_owner with grant option',
      'the extension pgcrypto is in schema public, and not in extensions: let postgres or a superuser run: alter extension ' +
        'pgcrypto set schema extensions',
    ]);
    t.regex(warnings.at(-1)!, /haat_dba sees no sessions but its own: let a superuser run: grant pg_read_all_stats to/);

    // Two administrators may take turns, as in migrate.test.ts; and strangers stay out.
    await asSuperuser('shop', 'grant connect on database shop to chief');
    if (isLong) await migrate(urlOf('chief', 'shop'), { includeCurrent: true });
    const { rows } = await withClient(urlOf('haat_gateway', 'shop'), (client) =>
      client.query('select * from internal.find_fence_problems()'),
    );
    t.deepEqual(rows, []);
    await t.throwsAsync(
      withClient(urlOf('visitor', 'shop'), async () => {}),
      { message: /permission denied for database/ },
    );
  },
);

const unfit: [title: string, login: string, database: string, message: RegExp][] = [
  ['no administrator', 'visitor', 'shop', /^visitor may not create roles: run "npm run migrate" with the DATABASE_URL/],
  [
    'no database, and no right to create one',
    'deployer',
    'missing',
    /^there is no database missing, .* let a superuser run: create database "missing" owner haat_owner encoding 'UTF8'/,
  ],
  [
    'another encoding',
    'chief',
    'latin',
    /^the database latin has the encoding LATIN1: give one with UTF8, as by create/,
  ],
  [
    'no extensions',
    'chief',
    'bare',
    /^the server does not have the extension pg_trgm and pgcrypto: install the contrib/,
  ],
];
for (const [title, login, database, message] of unfit) {
  test.serial(`migrate is refused: ${title}`, async (t) => {
    const error = await t.throwsAsync(migrate(urlOf(login, database), { includeCurrent: true }));
    t.regex(error.message, message);
  });
}

test.serial('migrate is refused: a schema of ours belongs to another program, or to no role of ours', async (t) => {
  await t.throwsAsync(migrate(cluster.url('app_of_others')), {
    message: /schemas app belong to landlord and not to haat_owner: give Haat a database of its own/,
  });
  await t.throwsAsync(migrate(cluster.url('restored')), {
    message: /schemas app, graphile_migrate belong to landlord .*restore it again without that option/,
  });
});

test.serial('migrate is refused where a newer version has migrated', async (t) => {
  await asSuperuser(
    'shop',
    `insert into graphile_migrate.migrations (hash, previous_hash, filename)
     select 'sha1:new', hash, '000999.sql' from graphile_migrate.migrations order by filename desc limit 1`,
  );
  await t.throwsAsync(migrate(cluster.url('shop'), { includeCurrent: true }), {
    message:
      /^the database shop was migrated by a newer version of Haat \(000999.sql is not known here\), so nothing is/,
  });
  await asSuperuser('shop', `delete from graphile_migrate.migrations where filename = '000999.sql'`);
});

const programs = {
  api: ['server/index.ts', 'api'],
  worker: ['server/index.ts', 'worker'],
  audit: ['db/cli/audit.ts'],
  haat: ['db/cli/haat.ts', 'company', 'list'],
};
type Program = keyof typeof programs;

/** Runs a program to its end, and gives the lines that it has written. */
async function run(program: Program, url: string): Promise<{ code: number | null; lines: string[] }> {
  const [script, ...args] = programs[program];
  // With a key, so that it does not warn that there is none.
  const env = { DATABASE_URL: url, SECRET_KEYS: 'a1'.repeat(32) };
  const { code, output } =
    program === 'haat' && !isLong ? await runHere(args, env) : await runThere(path.join(root, script!), args, env);
  const lines = output.trim().split('\n');
  return {
    code,
    lines: lines.map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line.replace(/^haat: /, ''))),
  };
}

type Env = Record<string, string>;

async function runHere(args: string[], env: Env) {
  const { code, out, err } = await runHaatHere(args, env);
  return { code: Number(code), output: out + err };
}

async function runThere(script: string, args: string[], env: Env) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { code: await new Promise<number | null>((resolve) => child.once('close', resolve)), output };
}

/** As the login that the program takes. */
const loginOf: Record<Program, string> = {
  api: 'haat_gateway',
  worker: 'haat_worker',
  audit: 'postgres',
  haat: 'postgres',
};
const opened = (database: string) => (program: Program) => urlOf(loginOf[program], database);

const locked = (password: string) => {
  const url = new URL(urlOf('locked', 'shop'));
  url.password = password;
  return url.href;
};
const states: [title: string, url: (program: Program) => string, message: RegExp, ...programs: Program[]][] = [
  [
    'an administrator',
    () => cluster.url('shop'),
    /^DATABASE_URL: must log in as haat_(gateway|worker)$/,
    'api',
    'worker',
  ],
  [
    'an owner',
    () => urlOf('landlord', 'shop'),
    /^DATABASE_URL: must log in as haat_(gateway|worker)$/,
    'api',
    'worker',
  ],
  [
    'a wrong password',
    () => locked('wrong'),
    /^password authentication failed for user "locked" \(28P01\): correct the password in DATABASE_URL/,
    'haat',
    'audit',
  ],
  [
    'no password',
    () => locked(''),
    /^the database server asks for a password: give it in DATABASE_URL/,
    'haat',
    'audit',
  ],
  [
    'no server',
    (program) => opened('shop')(program).replace(/:\d+\//, ':59999/'),
    /^no Postgres answers at .* \(ENOENT\): start it, or correct DATABASE_URL/,
    'worker',
  ],
  [
    'no database',
    () => cluster.url('missing'),
    /^database "missing" does not exist \(3D000\): run "npm run migrate" with the DATABASE_URL of an administrator/,
    'haat',
  ],
  ['no schema', opened('empty'), /^the database is not migrated; run "npm run migrate"$/, 'worker', 'audit'],
  [
    'no permission',
    () => urlOf('visitor', 'shop'),
    /^permission denied for database "shop" \(42501\): run "npm run migrate" with the DATABASE_URL/,
    'audit',
  ],
  [
    'an older schema',
    opened('older'),
    /^the database is older than this version, which needs the migration \d{6}\.sql; run "npm run migrate"$/,
    'api',
    'worker',
    'audit',
    'haat',
  ],
];

test.serial('each program says in one line what is wrong with its database, and ends with 1', async (t) => {
  t.timeout(180_000);
  // A program that leaves its connection open ends when the server closes it: that is as late as can be.
  await asSuperuser('postgres', `alter system set authentication_timeout = '10min'`);
  await asSuperuser('postgres', 'select pg_reload_conf()');
  await asSuperuser('postgres', 'create database older template shop owner haat_owner');
  await asSuperuser(
    'older',
    `delete from graphile_migrate.migrations where filename = (select max(filename) from graphile_migrate.migrations)`,
  );
  for (const [title, url, message, ...chosen] of states) {
    // A program waits for a server for a minute before it says so; and one login is refused as another is.
    if (['no server', 'an owner'].includes(title) && !isLong) continue;
    // In a commit's run one program is asked of each: the one that can be asked in this process, where it is among them.
    const asked = isLong ? chosen : [chosen.find((program) => program === 'haat') ?? chosen[0]!];
    const ended = await Promise.all(
      asked.map(async (program) => ({
        program,
        ...(await run(program, url(program))),
      })),
    );
    for (const { program, code, lines } of ended) {
      t.deepEqual(
        { title, program, code, lines: lines.length },
        // An audit that looked at nothing is told from one that found damage.
        { title, program, code: program === 'audit' ? 2 : 1, lines: 1 },
        lines.join('\n'),
      );
      t.regex(lines[0]!, message, `${title}: ${program}`);
    }
  }
});

const errors: [error: object, message: RegExp | null][] = [
  [{ code: 'ENOTFOUND', hostname: 'db.lan' }, /^db\.lan has no address \(ENOTFOUND\): correct DATABASE_URL$/],
  [
    { code: 'ECONNREFUSED', errors: [{ address: '::1', port: 5432 }] },
    /^no Postgres answers at ::1:5432 \(ECONNREFUSED\): start it/,
  ],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' }, /is not trusted .*sslrootcert=/],
  [{ message: 'The server does not support SSL connections' }, /^the database server offers no TLS/],
  [answer('25006', 'cannot execute UPDATE in a read-only transaction'), /give the address of the primary/],
  [answer('08P01', 'unsupported startup parameter: options'), /a pooler does not pass the options of a session on/],
  [
    answer('22023', 'extension is not allow-listed', 'See the link.'),
    /^extension is not allow-listed \(22023\): See the/,
  ],
  [{ code: 'ENOENT', syscall: 'open', message: 'no such file' }, null],
  [new TypeError('x is not a function'), null],
];
function answer(code: string, message: string, hint?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, hint });
}

test('what the way to a database refuses is said in words, and other errors are left as they are', (t) => {
  for (const [error, message] of errors) {
    const text = explain(error);
    if (message === null) t.is(text, null);
    else t.regex(text ?? '', message);
  }
});
