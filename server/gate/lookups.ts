// Looks credentials up, for the per-IP limit and for the choice of a cell (cells.ts): whether a key or a session that this
// process has not seen lately is valid. An address over its limit may hold valid keys that were not used here yet, so they
// are looked up before they are refused. A flood of invented keys must not become work for the database without end:
// look-ups wait for each other and go together, one statement at a time and at most twenty a second; few of them may wait,
// fewer still of one address; and what was not found is remembered for some seconds.
import { setTimeout as wait } from 'node:timers/promises';

/** `busy`: too many others are being looked up; nothing is known of this one. */
export type Found = 'valid' | 'unknown' | 'busy';

/** Gives those of the hashes that belong to a valid credential. */
export type FindValid = (hashes: Buffer[]) => Promise<Buffer[]>;

type Limits = {
  /** Hashes in one statement, and how long a statement begins after the one before, in milliseconds. */
  batch: number;
  pauseMs: number;
  /** Look-ups that wait, in all and of one address. */
  waiting: number;
  waitingOfSource: number;
  /** What was not found: how many are remembered, and for how many milliseconds. */
  unknown: number;
  unknownMs: number;
};

const defaultLimits: Limits = {
  batch: 100,
  pauseMs: 50,
  waiting: 1_000,
  waitingOfSource: 100,
  unknown: 10_000,
  unknownMs: 10_000,
};

type Question = { hash: Buffer; source: string; resolve: (found: Found) => void; reject: (error: unknown) => void };

export class Lookups {
  readonly #find: FindValid;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #unknownUntil = new Map<string, number>();
  readonly #waitingOf = new Map<string, number>();
  #waiting: Question[] = [];
  #isAsking = false;

  constructor(find: FindValid, limits: Partial<Limits> = {}, now: () => number = () => performance.now()) {
    this.#find = find;
    this.#limits = { ...defaultLimits, ...limits };
    this.#now = now;
  }

  /** Rejects when the database does not answer. */
  ask(hash: Buffer, source: string): Promise<Found> {
    const key = hash.toString('base64');
    const until = this.#unknownUntil.get(key);
    if (until !== undefined && until > this.#now()) return Promise.resolve('unknown');
    const ofSource = this.#waitingOf.get(source) ?? 0;
    if (this.#waiting.length >= this.#limits.waiting || ofSource >= this.#limits.waitingOfSource)
      return Promise.resolve('busy');
    this.#waitingOf.set(source, ofSource + 1);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ hash, source, resolve, reject });
      if (!this.#isAsking) void this.#askAll();
    });
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    // What comes in the same moment goes along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const [next] = await Promise.all([this.#askNext(), wait(this.#limits.pauseMs)]);
      for (const { source } of next) this.#leave(source);
    }
    this.#isAsking = false;
  }

  /** An address keeps its places until the pause after its look-up is over. */
  async #askNext(): Promise<Question[]> {
    const next = this.#waiting.slice(0, this.#limits.batch);
    this.#waiting = this.#waiting.slice(this.#limits.batch);
    try {
      const valid = new Set((await this.#find(next.map(({ hash }) => hash))).map((hash) => hash.toString('base64')));
      for (const { hash, resolve } of next) {
        const key = hash.toString('base64');
        if (!valid.has(key)) this.#rememberUnknown(key);
        resolve(valid.has(key) ? 'valid' : 'unknown');
      }
    } catch (error) {
      for (const { reject } of next) reject(error);
    }
    return next;
  }

  #rememberUnknown(key: string): void {
    this.#unknownUntil.delete(key);
    this.#unknownUntil.set(key, this.#now() + this.#limits.unknownMs);
    if (this.#unknownUntil.size > this.#limits.unknown)
      this.#unknownUntil.delete(this.#unknownUntil.keys().next().value!);
  }

  #leave(source: string): void {
    const left = this.#waitingOf.get(source)! - 1;
    if (left > 0) this.#waitingOf.set(source, left);
    else this.#waitingOf.delete(source);
  }
}
