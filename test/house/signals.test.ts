// What stops leaves no process: the commands as people start them, through npm, told to end in every way.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { openCluster } from '../../db/embedded/cluster.ts';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { commandLine, isAlive } from '../../db/embedded/server.ts';
import { migrate } from '../../db/migrate.ts';
import { freePort } from '../helpers/processes/service.ts';

const root = path.join(import.meta.dirname, '..', '..');
const dataDir = throwAwayDirectory(`haat-of-${process.pid}-`);
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

test.before(async () => {
  const cluster = await openCluster(path.join(dataDir, 'postgres'), 'volatile');
  await migrate(cluster.url('haat'), { includeCurrent: true });
  await cluster.stop();
});

test.after.always(() => fs.rmSync(dataDir, { recursive: true }));

/** A command in a process group of its own, as a shell starts it. */
async function start(t: ExecutionContext, command: string, args: string[]) {
  t.timeout(100_000);
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DEMO: 'off',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  t.teardown(() => {
    for (const pid of [child.pid!, ...descendants(child.pid!)]) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  const reached = async (is: () => boolean) => {
    while (!is()) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
      await sleep(20);
    }
  };
  return {
    child,
    ended,
    isReady: () => reached(() => output.includes('Haat is ready')),
    hasPostgres: () => reached(() => descendants(child.pid!).some((pid) => commandLine(pid).includes('postgres -D'))),
  };
}

/** Its children, their children and so on: those of them that have left its process group too. */
function descendants(parent: number): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (one: number): number[] =>
    all.filter(([, ppid]) => ppid === one).flatMap(([pid]) => [pid!, ...below(pid!)]);
  return below(parent);
}

async function testNothingIsLeft(t: ExecutionContext, command: Awaited<ReturnType<typeof start>>, end: () => void) {
  const processes = descendants(command.child.pid!);
  t.true(processes.some((pid) => commandLine(pid).includes('postgres -D')));
  end();
  await command.ended;
  // A closed terminal ends npm at once; what it started then ends by itself.
  for (let left = 1000; left > 0 && processes.some(isAlive); left -= 1) await sleep(20);
  t.deepEqual(processes.filter(isAlive).map(commandLine), []);
}

test('every script hands its process over to Node, so that a signal to it does not end with the shell', (t) => {
  for (const [name, script] of Object.entries<string>(scripts)) t.regex(script, /^(.* && )?exec node \S+/, name);
});

test.serial('SIGTERM to npm start leaves no server, no worker and no Postgres', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.isReady();
  await testNothingIsLeft(t, npm, () => npm.child.kill('SIGTERM'));
});

test.serial('SIGINT to npm start and all it started, as a terminal sends it, leaves nothing', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.isReady();
  await testNothingIsLeft(t, npm, () => process.kill(-npm.child.pid!, 'SIGINT'));
});

test.serial('Ctrl-C pressed twice in a real terminal does not wait, and leaves nothing', async (t) => {
  const command =
    process.platform === 'linux' ? ['-qfec', 'npm start', '/dev/null'] : ['-q', '/dev/null', 'npm', 'start'];
  const terminal = await start(t, 'script', command);
  await terminal.isReady();
  await testNothingIsLeft(t, terminal, () => terminal.child.stdin.write('\x03\x03'));
});

test.serial('a terminal that is closed leaves nothing', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.isReady();
  npm.child.stdout.destroy();
  npm.child.stderr.destroy();
  await testNothingIsLeft(t, npm, () => process.kill(-npm.child.pid!, 'SIGHUP'));
});

for (const args of [
  ['run', 'db', '--', 'watch'],
  ['run', 'bench'],
  ['test', '--', 'test/unit/fields.test.ts'],
]) {
  test.serial(`SIGTERM to npm ${args.join(' ')} takes its Postgres along`, async (t) => {
    const npm = await start(t, 'npm', args);
    await npm.hasPostgres();
    await testNothingIsLeft(t, npm, () => npm.child.kill('SIGTERM'));
  });
}
