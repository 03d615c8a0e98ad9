// The service in a process of its own, as `npm start`, `npm run api` and `npm run worker` start it.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { environment } from './environment.ts';

const here = path.join(import.meta.dirname, '..', '..', '..');

export interface Service {
  url: string;
  pid: number;
  /** Everything it has written so far, to either stream. */
  output(): string;
  /** Asks it to stop; gives its exit code. */
  stop(): Promise<number | null>;
  /** kill -9 */
  kill(): Promise<number | null>;
}

/** Resolves when it says that it is ready. A test that fails leaves none behind. `root`: the source that runs. */
export async function startService(
  t: { teardown(end: () => void): void },
  mode: 'start' | 'api' | 'worker',
  env: Record<string, string>,
  root = here,
): Promise<Service> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'server', 'index.ts'), mode], {
    env: { ...environment, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => void child.kill('SIGKILL'));
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (/Haat is ready|workers are running/.test(output)) resolve();
      });
    }
  });
  await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${output}`)))]);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output: () => output,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}

/** The last that was tried. Each process begins elsewhere. */
let tried = randomInt(20_000, 32_000);

/**
 * A port for a process that is about to start. The system gives those from 32768 on to outgoing connections: one of
 * them may be taken again before the process listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // Kept, since another call may try the next one meanwhile.
    const port = tried < 32_000 ? tried + 1 : 20_000;
    tried = port;
    const server = net.createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
