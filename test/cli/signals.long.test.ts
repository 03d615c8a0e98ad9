// The other ways in which a person ends a command, and the commands of developers: nothing is left of any.
import fs from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { throwAwayDirectory } from '../../db/embedded/home.ts';
import { startCommand, testNothingIsLeft } from '../helpers/processes/commands.ts';
import { openMigratedAt } from '../template.ts';

const dataDir = throwAwayDirectory(`haat-of-${process.pid}-`);

test.before(async () => {
  const cluster = await openMigratedAt(path.join(dataDir, 'postgres'));
  await cluster.stop();
});
test.after.always(() => fs.rmSync(dataDir, { recursive: true }));

const start = (t: ExecutionContext, command: string, args: string[]) => startCommand(t, dataDir, command, args);

test.serial('SIGINT to npm start and all it started, as a terminal sends it, leaves nothing', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.says('Haat is ready');
  await testNothingIsLeft(t, npm, () => process.kill(-npm.child.pid!, 'SIGINT'));
});

test.serial('Ctrl-C pressed twice in a real terminal does not wait, and leaves nothing', async (t) => {
  const command =
    process.platform === 'linux' ? ['-qfec', 'npm start', '/dev/null'] : ['-q', '/dev/null', 'npm', 'start'];
  const terminal = await start(t, 'script', command);
  await terminal.says('Haat is ready');
  await testNothingIsLeft(t, terminal, () => terminal.child.stdin.write('\x03\x03'));
});

test.serial('a terminal that is closed leaves nothing', async (t) => {
  const npm = await start(t, 'npm', ['start']);
  await npm.says('Haat is ready');
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
