// Runs ava with its own reporter and, when it is done, writes the sums of the run to file descriptor 3 for test/run.ts.
//
// Why not its TAP: it crashes when a test takes too long and takes the rest of the run along (avajs/ava#3461), and it does
// not say where an assertion failed. The sums are kept by a private part of ava, the class of the state of a run: the day it
// is gone, ava does not start and the run has failed.
// private: ava 8.0.1
import fs from 'node:fs';
import path from 'node:path';

export interface Sums {
  passedTests: number;
  failedTests: number;
  failedHooks: number;
  timedOutTests: number;
  uncaughtExceptions: number;
  unhandledRejections: number;
  /** The files of what failed: of tests, of hooks, of what was thrown outside of both. */
  failedFiles: string[];
  /** How long each file took, in seconds. */
  seconds: Record<string, number>;
}

type StateChange = { type: string; title?: string; testFile: string; period?: number };

/** As ava tells them; those of a file that does not load are uncaught exceptions. */
const failures = new Set(['test-failed', 'hook-failed', 'uncaught-exception', 'unhandled-rejection', 'worker-failed']);

if (import.meta.main) {
  const ava = path.join(import.meta.dirname, '..', 'node_modules', 'ava');
  const { default: RunStatus } = await import(path.join(ava, 'lib', 'run-status.js'));
  const { emitStateChange, observeWorker } = RunStatus.prototype;
  const seconds: Sums['seconds'] = {};
  const failedFiles = new Set<string>();
  let sums: Omit<Sums, 'seconds' | 'failedFiles'> | undefined;
  RunStatus.prototype.observeWorker = function (worker: { promise: Promise<void> }, file: string, ...more: unknown[]) {
    const started = performance.now();
    void worker.promise.then(() => {
      seconds[path.relative(import.meta.dirname, file)] = (performance.now() - started) / 1000;
    });
    return observeWorker.call(this, worker, file, ...more);
  };
  RunStatus.prototype.emitStateChange = function (event: StateChange) {
    sums = this.stats;
    if (failures.has(event.type) && event.testFile) failedFiles.add(fileOf(event));
    // While a test has asked for longer, ava does not end a run in which nothing happens, and never looks again: it is woken.
    if (event.type === 'test-timeout-configured')
      setTimeout(() => emitStateChange.call(this, { type: 'woken', testFile: event.testFile }), event.period).unref();
    return emitStateChange.call(this, event);
  };
  process.on(
    'exit',
    () => sums && fs.writeSync(3, JSON.stringify({ ...sums, failedFiles: [...failedFiles], seconds })),
  );
  process.argv.push('--config', '.ava.config.js');
  await import(path.join(ava, 'entrypoints', 'cli.js'));
}

/** Of a group's test the title says it: see shared-process/declare.ts. */
function fileOf({ title = '', testFile }: { title?: string; testFile: string }): string {
  const grouped = /^([\w/]+): /.exec(title);
  const file = grouped && path.join(import.meta.dirname, `${grouped[1]}.test.ts`);
  return path.relative(path.join(import.meta.dirname, '..'), file && fs.existsSync(file) ? file : testFile);
}
