// Bounds how many calls of one kind use the database at a time, so that reads and writes cannot take each other's
// connections. Calls that name the same row of stock or the same record share a few places, since only one of them can
// work at a time. A row is stuck when the calls at it have not moved for a while, because another session holds its
// lock: then the calls that wait for it here are refused, and new ones at once. Other calls do not wait for them.
// When more calls come than can be answered, waiting makes nothing better: all calls would be answered late. How long
// a new call would wait is known from how fast the calls before it left. A burst may wait; once the queue has stood
// for a while, only few may, and the others are refused at once.
import { performance } from 'node:perf_hooks';

/** Why a call was refused before the database was asked: its row is stuck, or too many calls wait. */
export type ShedReason = 'row' | 'queue';

export class Shed extends Error {
  readonly reason: ShedReason;

  constructor(reason: ShedReason) {
    super(reason === 'row' ? 'other calls wait for the same row' : 'too many calls wait for the database');
    this.reason = reason;
  }
}

/** Calls at the database that name the same row. */
const perRow = 4;
/** Calls that wait here, for each one that may run. */
const waitingPerPlace = 64;
const sweepMs = 250;

/** `burstMs`: how long a queue may stand, and the longest wait in it; `standingMs`: the longest wait in one that stood. */
export type Limits = { patienceMs: number; queueMs: number; burstMs: number; standingMs: number };

// A call waits for its turn as long as for a connection.
const defaultLimits: Limits = { patienceMs: 1_000, queueMs: 5_000, burstMs: 2_000, standingMs: 1_000 };
/** Calls that have to leave before their pace is trusted, and over how many it is averaged. */
const paceAfter = 16;
const paceOver = 64;

type Waiting = { rows: string[]; since: number; start: () => void; refuse: (reason: ShedReason) => void };

export class LoadShedder {
  readonly #places: number;
  readonly #limits: Limits;
  readonly #rows = new Map<string, { running: number; movedAt: number }>();
  #running = 0;
  #waiting: Waiting[] = [];
  #sweep: NodeJS.Timeout | undefined;
  readonly #now: () => number;
  #sweptAt = 0;
  /** Since when calls have been waiting without a pause. */
  #waitingSince = 0;
  /** While calls wait: the mean time between two that leave, over how many, and when the last one left. */
  readonly #pace = { ms: 0, over: 0, at: 0 };

  constructor(places: number, limits: Partial<Limits> = {}, now: () => number = () => performance.now()) {
    this.#places = places;
    this.#limits = { ...defaultLimits, ...limits };
    this.#now = now;
  }

  /**
   * Runs the work in its turn. Throws `Shed`, without any work done, when there will be no turn soon. What goes on with a call
   * that had its turn before comes first and is not refused for the length of the queue: it may hold something, and its work
   * would be lost.
   */
  async run<Result>(rows: string[], work: () => Promise<Result>, { goesOn = false } = {}): Promise<Result> {
    await this.#enter(rows, goesOn);
    const since = this.#now();
    try {
      return await work();
    } finally {
      this.#leave(rows, since);
    }
  }

  #enter(rows: string[], goesOn: boolean): Promise<void> | void {
    if (this.#hasPlace(rows)) return this.#start(rows);
    const now = this.#now();
    if (this.#isStuck(rows, now)) throw new Shed('row');
    const isFull = this.#waiting.length >= this.#places * waitingPerPlace;
    if (!goesOn && (isFull || this.#waitOf(this.#waiting.length) > this.#longestWait(now))) throw new Shed('queue');
    if (this.#waiting.length === 0) {
      this.#waitingSince = now;
      this.#pace.at = now;
    }
    this.#sweep ??= this.#startSweeping();
    return new Promise((resolve, reject) => {
      const call = { rows, since: now, start: resolve, refuse: (reason: ShedReason) => reject(new Shed(reason)) };
      if (goesOn) this.#waiting.unshift(call);
      else this.#waiting.push(call);
    });
  }

  #hasPlace = (rows: string[]) =>
    this.#running < this.#places && rows.every((row) => (this.#rows.get(row)?.running ?? 0) < perRow);

  #isStuck = (rows: string[], now: number) =>
    rows.some((row) => {
      const state = this.#rows.get(row);
      return state && state.running >= perRow && now - state.movedAt > this.#limits.patienceMs;
    });

  #start(rows: string[]): void {
    this.#running++;
    for (const row of rows) {
      const state = this.#rows.get(row);
      if (state) state.running++;
      else this.#rows.set(row, { running: 1, movedAt: this.#now() });
    }
  }

  #leave(rows: string[], since: number): void {
    const now = this.#now();
    // A call that took long waited for the lock itself: its end does not show that the next one will be quick.
    const moved = now - since <= this.#limits.patienceMs;
    this.#running--;
    this.#measurePace(now);
    for (const row of rows) {
      const state = this.#rows.get(row)!;
      state.running--;
      if (moved) state.movedAt = now;
      if (state.running === 0) this.#rows.delete(row);
    }
    this.#startNext();
  }

  /** The oldest call starts first; one whose row has no place lets the others pass. */
  #startNext(): void {
    this.#keep((call) => {
      if (!this.#hasPlace(call.rows)) return true;
      this.#start(call.rows);
      call.start();
      return false;
    });
  }

  /** How long a call waits behind so many others. */
  #waitOf = (before: number) => (this.#pace.over < paceAfter ? 0 : before * this.#pace.ms);

  #longestWait(now: number): number {
    const stands = this.#waiting.length > 0 && now - this.#waitingSince > this.#limits.burstMs;
    return stands ? this.#limits.standingMs : this.#limits.burstMs;
  }

  #measurePace(now: number): void {
    if (this.#waiting.length === 0) return;
    const pace = this.#pace;
    pace.over = Math.min(pace.over + 1, paceOver);
    pace.ms += (now - pace.at - pace.ms) / pace.over;
    pace.at = now;
  }

  #startSweeping(): NodeJS.Timeout {
    this.#sweptAt = performance.now();
    return setInterval(() => {
      const stoodMs = performance.now() - this.#sweptAt - sweepMs;
      this.#sweptAt += sweepMs + stoodMs;
      if (stoodMs > sweepMs) this.#forgive(stoodMs);
      else this.#refuseStuck();
    }, sweepMs).unref();
  }

  /**
   * The process itself stood still, at work of its own or stopped from outside: the database may have answered long
   * ago, and the answer was not read yet. So this time does not count.
   */
  #forgive(stoodMs: number): void {
    for (const call of this.#waiting) call.since += stoodMs;
    for (const row of this.#rows.values()) row.movedAt += stoodMs;
    this.#waitingSince += stoodMs;
    this.#pace.at += stoodMs;
  }

  /** Refuses those whose row is stuck, who waited too long, or who stand too far behind to be served in time. */
  #refuseStuck(): void {
    const now = this.#now();
    const longestWait = this.#longestWait(now);
    let before = 0;
    this.#keep((call) => {
      const isStuck = this.#isStuck(call.rows, now);
      const isInTime = now - call.since <= this.#limits.queueMs && this.#waitOf(before) <= longestWait;
      if (!isStuck && isInTime) {
        before++;
        return true;
      }
      call.refuse(isStuck ? 'row' : 'queue');
      return false;
    });
  }

  #keep(stays: (call: Waiting) => boolean): void {
    if (this.#waiting.length > 0) this.#waiting = this.#waiting.filter(stays);
    if (this.#waiting.length > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

/**
 * The rows that a write will lock, as far as its input names them: the variants of its items or lines, or the record of its path.
 * Two names of one row (its id and its SKU) count as two rows, which only means more places.
 */
export function rowsOf(keyHash: Buffer, input: string): string[] {
  const { id, identifier, sku, variant_id, items, lines = items } = JSON.parse(input) as Record<string, unknown>;
  const named = Array.isArray(lines) ? (lines as Record<string, unknown>[]) : [];
  const variants = [{ sku, variant_id }, ...named].map((line) => line?.variant_id ?? line?.sku);
  const names = [id, identifier, ...variants].filter((name) => typeof name === 'string');
  const key = keyHash.toString('base64');
  return [...new Set(names)].map((name) => `${key} ${name}`);
}
