// Runs ava with its own reporter and, when it is done, writes the sums of the run to file descriptor 3 for test/run.ts.
//
// Why not its TAP: it crashes when a test takes too long and takes the rest of the run along (avajs/ava#3461), and it does
// not say where an assertion failed. The sums are kept by a file of ava that it does not publish: the day it is gone, ava
// does not start and the run has failed.
import fs from 'node:fs';
import path from 'node:path';

export interface Sums {
  passedTests: number;
  failedTests: number;
  failedHooks: number;
  timedOutTests: number;
  uncaughtExceptions: number;
  unhandledRejections: number;
  /** How long each file took, in seconds. */
  seconds: Record<string, number>;
}

if (import.meta.main) {
  const ava = path.join(import.meta.dirname, '..', 'node_modules', 'ava');
  const { default: RunStatus } = await import(path.join(ava, 'lib', 'run-status.js'));
  const { emitStateChange, observeWorker } = RunStatus.prototype;
  const seconds: Sums['seconds'] = {};
  let sums: Omit<Sums, 'seconds'> | undefined;
  RunStatus.prototype.observeWorker = function (worker: { promise: Promise<void> }, file: string, ...more: unknown[]) {
    const started = performance.now();
    void worker.promise.then(() => {
      seconds[path.relative(import.meta.dirname, file)] = (performance.now() - started) / 1000;
    });
    return observeWorker.call(this, worker, file, ...more);
  };
  RunStatus.prototype.emitStateChange = function (event: unknown) {
    sums = this.stats;
    return emitStateChange.call(this, event);
  };
  process.on('exit', () => sums && fs.writeSync(3, JSON.stringify({ ...sums, seconds })));
  process.argv.push('--config', '.ava.config.js');
  await import(path.join(ava, 'entrypoints', 'cli.js'));
}
