// What a load takes of the machine: memory and processor time of our processes and of Postgres, and what others take.
import fs from 'node:fs';
import os from 'node:os';

interface Times {
  busy: number;
  ours: number;
}

/** Of a process, in MB. */
export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);

/** Processor time since it was made. */
export class Usage {
  readonly #pids: number[];
  readonly #postmaster: number;
  readonly #start: Times;
  readonly #startedAt = performance.now();

  constructor(pids: number[], postmaster: number) {
    this.#pids = pids;
    this.#postmaster = postmaster;
    this.#start = this.#times();
  }

  /** In cores: this load with its generator, and whatever else runs here. */
  cores(): { ours: number; others: number; of: number } {
    const { busy, ours } = this.#times();
    // A tick is 10 ms.
    const ticks = (performance.now() - this.#startedAt) / 10;
    const mine = (ours - this.#start.ours) / ticks;
    const all = (busy - this.#start.busy) / ticks;
    return { ours: rounded(mine), others: rounded(Math.max(0, all - mine)), of: os.availableParallelism() };
  }

  #times(): Times {
    const [, user, nice, system, , , interrupts, soft] = read('/proc/stat').split('\n')[0]!.split(/\s+/).map(Number);
    const own = [process.pid, ...this.#pids].map((pid) => ticksOf(pid, false));
    const postgres = [
      ticksOf(this.#postmaster, true),
      ...childrenOf(this.#postmaster).map((pid) => ticksOf(pid, false)),
    ];
    const ours = [...own, ...postgres].reduce((sum, ticks) => sum + ticks, 0);
    return { busy: user! + nice! + system! + interrupts! + soft!, ours };
  }
}

/** User and system time; of a parent also that of the children that ended. */
function ticksOf(pid: number, withChildren: boolean): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ').map(Number);
  if (!fields) return 0;
  return fields[11]! + fields[12]! + (withChildren ? fields[13]! + fields[14]! : 0);
}

const childrenOf = (pid: number): number[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/stat`).split(') ')[1]?.split(' ')[1] === String(pid))
    .map(Number);

/** Nothing of a process that has ended. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const rounded = (cores: number) => Math.round(cores * 100) / 100;
