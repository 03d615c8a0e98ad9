// Programs that look at the sources beside one another, each of which speaks only when it has found something.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Part {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface Found {
  name: string;
  failed: boolean;
  seconds: number;
  /** All that it printed, in the order of its streams: what was found, and what it stumbled over. */
  output: string;
}

/** Runs parts, two at a time in the order given; each is told as soon as it has ended. What does not start has failed. */
export async function runParts(parts: Part[], tell: (found: Found) => void): Promise<Found[]> {
  const waiting = [...parts];
  const found: Found[] = [];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const ended = await run(part);
      found.push(ended);
      tell(ended);
    }
  };
  await Promise.all([work(), work()]);
  return found;
}

async function run({ name, command, args, env }: Part): Promise<Found> {
  const started = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : ''));
  });
  const [problem, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  const output = [...printed, problem ?? ''].filter((said) => said.trim() !== '').join('\n');
  return { name, failed: problem !== undefined, seconds: (performance.now() - started) / 1000, output };
}
