// A copy of the checkout that mutants are put into, one after the other, and in which the tests run. The packages are those
// of the checkout, by links; what is kept between runs (templates, compiled code) is its own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** How a run of tests ended: `built` when it came as far as a database. */
export interface Outcome {
  passed: boolean;
  built: boolean;
  late: boolean;
  failedFiles: string[];
  /** The first test that failed, as ava shows it; or the last of what was said. */
  why: string;
}

export class Checkout {
  readonly folder: string;
  private readonly seed: number;
  private readonly long: boolean;
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(root: string, { seed, long }: { seed: number; long: boolean }) {
    this.seed = seed;
    this.long = long;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'haat-mutants-'));
    // Postgres runs under an account of its own when we are root.
    fs.chmodSync(this.folder, 0o755);
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
    for (const file of listed.toString().split('\0')) {
      if (!file || !fs.existsSync(path.join(root, file))) continue;
      fs.mkdirSync(path.dirname(this.pathOf(file)), { recursive: true });
      fs.copyFileSync(path.join(root, file), this.pathOf(file));
    }
    fs.mkdirSync(this.pathOf('node_modules'));
    for (const name of fs.readdirSync(path.join(root, 'node_modules'))) {
      if (name !== '.cache')
        fs.symlinkSync(path.join(root, 'node_modules', name), this.pathOf(path.join('node_modules', name)));
    }
  }

  pathOf(file: string): string {
    return path.join(this.folder, file);
  }

  write(file: string, text: string): void {
    if (!this.isClosed) fs.writeFileSync(this.pathOf(file), text);
  }

  /** Ends at the first failure, or when the time is over. Many files share processes. */
  async test(files: string[], milliseconds: number): Promise<Outcome> {
    if (this.isClosed) throw new Error('stopped');
    // What an ended test leaves behind goes with the folder. Postgres's account is to enter it too.
    const temporary = this.pathOf('tmp');
    fs.rmSync(temporary, { recursive: true, force: true });
    fs.mkdirSync(temporary);
    fs.chmodSync(temporary, 0o1777);
    const asked = ['--fail-fast', ...(files.length > 8 ? ['--together'] : []), ...(this.long ? ['--long'] : [])];
    const child = spawn(process.execPath, ['test/run.ts', ...asked, ...files], {
      cwd: this.folder,
      // A group of its own: Ctrl-C in the terminal is told to it by us, once.
      detached: true,
      env: {
        ...process.env,
        HAAT_SEED: String(this.seed),
        TMPDIR: temporary,
        NO_COLOR: '1',
        FORCE_COLOR: '0',
        CI: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGTERM');
    }, milliseconds);
    const code = new Promise<number>((resolve) => child.on('close', (number) => resolve(number ?? 1)));
    this.ended = code.then(() => clearTimeout(timer));
    const passed = (await code) === 0;
    await this.ended;
    this.child = undefined;
    if (this.isClosed) throw new Error('stopped');
    return { passed, late, ...readOutcome(said) };
  }

  /** Ends the run, which stops its Postgres, and removes the copy. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.child?.kill('SIGTERM');
    await this.ended;
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

export function readOutcome(said: string): Pick<Outcome, 'built' | 'failedFiles' | 'why'> {
  const failed = /^Failed: (.+)$/m.exec(said)?.[1]?.split(' ') ?? [];
  const [, first] = /✘ \[fail\]: (.+)/.exec(said) ?? [];
  const [error] = /^\s*(\w*error:.+)$/im.exec(said) ?? [];
  const [hangs] = /^.*(Timed out while running tests|Exited because no new tests).*$/m.exec(said) ?? [];
  return {
    built: said.includes('Postgres and its template are ready'),
    failedFiles: failed,
    why: (first ?? hangs ?? error ?? said.trim().split('\n').at(-1) ?? '').trim(),
  };
}
