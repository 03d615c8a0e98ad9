// Commands as people start them, through npm or in a terminal; and what is left of them when they are told to end.
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { commandLine, isAlive } from '../../../db/embedded/server.ts';
import { environment } from './environment.ts';
import { freePort } from './service.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');

export type RunningCommand = Awaited<ReturnType<typeof startCommand>>;

/** A command in a process group of its own, as a shell starts it, on the embedded Postgres in a folder. */
export async function startCommand(t: ExecutionContext, dataDir: string, command: string, args: string[]) {
  t.timeout(100_000);
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...environment,
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
  const reached = async (is: () => boolean | Promise<boolean>) => {
    while (!(await is())) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
      await sleep(20);
    }
  };
  return {
    child,
    ended,
    reached,
    says: (text: string) => reached(() => output.includes(text)),
    hasPostgres: () => reached(() => descendants(child.pid!).some((pid) => commandLine(pid).includes('postgres -D'))),
    /** A server process of its Postgres that waits inside a statement. */
    isBusyWith: (statement: string) =>
      reached(() =>
        descendants(child.pid!).some((pid) => new RegExp(`postgres: .* ${statement}`).test(commandLine(pid))),
      ),
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

/** Ends a command whose Postgres runs, and asks that no process of it is left. */
export async function testNothingIsLeft(t: ExecutionContext, command: RunningCommand, end: () => void) {
  const processes = descendants(command.child.pid!);
  t.true(processes.some((pid) => commandLine(pid).includes('postgres -D')));
  end();
  await command.ended;
  // A closed terminal ends npm at once; what it started then ends by itself.
  for (let left = 1000; left > 0 && processes.some(isAlive); left -= 1) await sleep(20);
  t.deepEqual(processes.filter(isAlive).map(commandLine), []);
}
