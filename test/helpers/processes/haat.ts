// npm run haat, as an operator types it: in a process of its own, or in this one, which takes a tenth of the time.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { haat } from '../../../db/cli/haat.ts';
import { endings } from '../../../server/process/signals.ts';
import { environment } from './environment.ts';

const script = path.join(import.meta.dirname, '..', '..', '..', 'db', 'cli', 'haat.ts');

export async function runHaat(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out, err };
}

let before: Promise<unknown> = Promise.resolve();

/** One at a time: the environment, the output and the exit code are those of the process, and are given back. */
export function runHaatHere(args: string[], env: Record<string, string>): ReturnType<typeof runHaat> {
  const run = before.then(async () => {
    const { env: theirs, exitCode } = process;
    const { log, error } = console;
    const { write } = process.stdout;
    const listeners = Object.keys(endings).map((name) => [name, process.listeners(name as NodeJS.Signals)] as const);
    let out = '';
    let err = '';
    process.env = { ...environment, ...env } as NodeJS.ProcessEnv;
    process.exitCode = 0;
    console.log = (text) => (out += `${text}\n`);
    console.error = (text) => (err += `${text}\n`);
    process.stdout.write = ((text: string) => (out += text)) as never;
    try {
      await haat(args);
      return { code: process.exitCode, out, err };
    } finally {
      process.env = theirs;
      process.exitCode = exitCode;
      Object.assign(console, { log, error });
      process.stdout.write = write;
      for (const [name, kept] of listeners)
        for (const listener of process.listeners(name as NodeJS.Signals))
          if (!kept.includes(listener)) process.off(name, listener);
    }
  });
  before = run.catch(() => {});
  return run;
}
