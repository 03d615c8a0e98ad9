// A restored database is as safe as it was, and serves. The demo is restored twice: by the commands of db/README.md into
// another server, and so carelessly that the grants of the database are lost.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { withClient, withDatabase, withLogin } from '../../db/connect/connection.ts';
import { loadDemo } from '../../db/demo/index.ts';
import { openThrowAwayCluster } from '../../db/embedded/throw-away.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { createLog } from '../../server/process/log.ts';
import { environment } from '../helpers/processes/environment.ts';
import { startService } from '../helpers/processes/service.ts';

const root = path.join(import.meta.dirname, '..', '..');
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-restore-'));
const source = await openThrowAwayCluster();
const run = promisify(execFile);

/** Client programs that can read a server of version 18; the embedded server brings none, .ci/postgres-client gets them. */
const folders = ['', '/usr/local/lib/postgresql/18/bin', '/usr/lib/postgresql/18/bin', '/usr/pgsql-18/bin'];
const programs = folders.find((folder) => {
  try {
    const version = execFileSync(path.join(folder, 'pg_dump'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/(\d+)/.exec(version)?.[1]) >= 18;
  } catch {
    return false;
  }
});
if (programs === undefined)
  console.log('a dump is not tested: pg_dump of Postgres 18 or later is missing (.ci/postgres-client)');

let key: string;
test.before(async () => {
  await migrate(source.url('haat'), { includeCurrent: true });
  await loadDemo({
    adminUrl: source.url('haat'),
    settings: {
      dataDir: directory,
      media: { kind: 'folder', directory: path.join(directory, 'media') },
      publicUrl: 'http://127.0.0.1:4000',
    },
    log: createLog('silent'),
  });
  key = JSON.parse(fs.readFileSync(path.join(directory, 'demo.json'), 'utf8')).companies[0].keys.store_full.key;
  await withClient(source.url('haat'), async (client) => {
    await client.query('select * from internal.seal_ledger()');
    await client.query('create role stranger login');
  });
});
test.after.always(async () => {
  await source.stop();
  fs.rmSync(directory, { recursive: true });
});

/** Ends with the exit code of npm run audit and what it said. */
const audit = (url: string) =>
  run(process.execPath, [path.join(root, 'db/cli/audit.ts')], { env: { ...environment, DATABASE_URL: url } })
    .then(({ stdout }) => ({ code: 0, stdout }))
    .catch(({ code, stdout }) => ({ code: code as number, stdout: stdout as string }));

const serve = (t: ExecutionContext, url: string) =>
  startService(t, 'api', { DATABASE_URL: withLogin(url, 'haat_gateway'), LOG_LEVEL: 'warn' });

/** Strangers stay out, the books are sound, and a key of the demo places an order. */
async function asBefore(t: ExecutionContext, url: string): Promise<void> {
  const stranger = withClient(withLogin(url, 'stranger'), (client) => client.query('select'));
  await t.throwsAsync(stranger, { message: /permission denied for database/ });
  const { code, stdout } = await audit(url);
  t.is(code, 0, stdout);
  t.regex(stdout, /The books are sound/);
  const service = await serve(t, url);
  const response = await fetch(`${service.url}/ext/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'restored' },
    body: JSON.stringify({
      customer: { phone: '01712345678', full_name: 'Rahim Uddin' },
      items: [{ sku: 'SAR-BTK-IND', quantity: 1 }],
    }),
  });
  t.is(response.status, 201, await response.text());
  t.is(await service.stop(), 0);
}

test.serial('a database that lost its grants is named, is not served, and is closed again by migrate', async (t) => {
  t.timeout(180_000);
  // A clone has the contents of the database and not its grants, like "createdb haat; pg_restore -d haat haat.dump".
  await withClient(source.url('postgres'), (client) =>
    client.query('create database careless template haat owner haat_owner'),
  );
  const url = source.url('careless');
  await t.notThrowsAsync(withClient(withLogin(url, 'stranger'), (client) => client.query('select')));
  const { code, stdout } = await audit(url);
  t.is(code, 1, stdout);
  t.regex(stdout, /^check_guards: database careless: everybody may connect; npm run migrate takes that away/m);
  await t.throwsAsync(serve(t, url), { message: /nothing is served:.*database careless: everybody may connect/s });
  await migrate(url, { includeCurrent: true });
  await asBefore(t, url);
});

const dumped = programs === undefined ? test.serial.skip : test.serial;
dumped('a dump, restored into another server as db/README.md says, is as it was', async (t) => {
  t.timeout(180_000);
  const target = await openThrowAwayCluster();
  t.teardown(() => target.stop());
  const readme = fs.readFileSync(path.join(root, 'db', 'README.md'), 'utf8');
  const [, dump, restore] = /```sh\n(pg_dumpall .*)\n(psql .*)\n```/.exec(readme)!;
  const shell = (command: string, url: string) => {
    const { searchParams, port } = new URL(url);
    const env = { PGHOST: searchParams.get('host')!, PGPORT: port, PGUSER: 'postgres', PGSSLMODE: 'disable' };
    const search = [programs, process.env.PATH].filter(Boolean).join(':');
    return run('bash', ['-ec', command], { cwd: directory, env: { ...env, PATH: search } });
  };
  await shell(dump!, source.url('haat'));
  await shell(restore!, target.url('postgres'));
  const url = withDatabase(target.url('postgres'), 'haat');
  // Safe before it was migrated.
  await t.throwsAsync(
    withClient(withLogin(url, 'stranger'), (client) => client.query('select')),
    { message: /permission denied for database/ },
  );
  await migrate(url, { includeCurrent: true });
  await asBefore(t, url);
});
