// npm run haat in a process of its own, as an operator types it.
import { spawn } from 'node:child_process';
import path from 'node:path';
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
