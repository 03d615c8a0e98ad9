// What stops leaves no process: the commands as people start them, through npm, told to end in every way.
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { withClient } from '../../db/connect/connection.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { longTest } from '../helpers/long.ts';
import { startCommand, testNothingIsLeft } from '../helpers/processes/commands.ts';
import { freePort, startService } from '../helpers/processes/service.ts';
import { openMigratedAt } from '../template.ts';

const root = path.join(import.meta.dirname, '..', '..');
const dataDir = throwAwayDirectory(`haat-of-${process.pid}-`);
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

test.before(async () => {
  const cluster = await openMigratedAt(path.join(dataDir, 'postgres'));
  // Until the next start, which takes away what no file has made, a new plan takes its time.
  await withClient(cluster.url('haat'), (client) =>
    client.query(`
      create function internal.wait() returns trigger language plpgsql as 'begin perform pg_sleep(1000); end';
      revoke all on function internal.wait() from public;
      create trigger wait before insert on app.plans for each row execute function internal.wait()`),
  );
  await cluster.stop();
});

test.after.always(() => fs.rmSync(dataDir, { recursive: true }));

const start = (t: ExecutionContext, command: string, args: string[]) => startCommand(t, dataDir, command, args);

test('every script hands its process over to Node, so that a signal to it does not end with the shell', (t) => {
  for (const [name, script] of Object.entries<string>(scripts))
    t.regex(script, /^(.* && )?exec (env (\w+=\S+ )+)?node \S+/, name);
});

test.serial('SIGTERM to npm run haat ends a command in the middle of its work, and its Postgres', async (t) => {
  const npm = await start(t, 'npm', ['run', 'haat', '--', 'plan', 'create', '--code', 'slow', '--name', 'Slow']);
  await npm.isBusyWith('INSERT');
  await testNothingIsLeft(t, npm, () => npm.child.kill('SIGTERM'));
});

for (const [script, ready] of [
  ['api', 'Haat is ready'],
  ['worker', 'workers are running'],
] as const)
  longTest.serial(`SIGTERM to npm run ${script} leaves no process and no Postgres`, async (t) => {
    const npm = await start(t, 'npm', ['run', script]);
    await npm.says(ready);
    await testNothingIsLeft(t, npm, () => npm.child.kill('SIGTERM'));
  });

test.serial('SIGTERM to npm start leaves no server, no worker and no Postgres', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.says('Haat is ready');
  await testNothingIsLeft(t, npm, () => npm.child.kill('SIGTERM'));
});

longTest.serial(
  'a Postgres that is killed while the workers start is waited for, and /readyz waits for the workers',
  async (t) => {
    t.timeout(120_000);
    const port = await freePort();
    const ask = (place: string) =>
      fetch(`http://127.0.0.1:${port}/${place}`).then(
        ({ status }) => status,
        () => 0,
      );
    const until = async (place: string, isSo: (status: number) => boolean) => {
      while (!isSo(await ask(place))) await setImmediate();
    };
    // It says that it is ready when all of it is.
    const started = startService(t, 'start', { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn', PORT: String(port) });
    await Promise.race([until('healthz', (status) => status === 200), started]);
    const file = path.join(fs.realpathSync(path.join(dataDir, 'postgres')), 'data', 'postmaster.pid');
    process.kill(Number(fs.readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
    await Promise.race([until('readyz', (status) => status === 503), started]);
    await Promise.race([until('readyz', (status) => status === 200), started]);
    const service = await started;
    t.regex(service.output(), /the workers cannot start without Postgres/);
    t.is(await service.stop(), 0);
  },
);
