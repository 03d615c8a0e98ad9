// Where the holder of a credential is at home, in a process that serves several databases (cells). There is no directory:
// what this process does not know is asked of all cells at once, and what it has learnt it keeps until a cell says that it
// has it no longer. Then it asks again and repeats the work, once: what was refused so has written nothing.
//
// A look-up goes into the next statement to each cell, a hundred in one and at most twenty statements a second (lookups.ts),
// so invented keys cost a cell no more than one database alone. A cell that does not answer keeps no other waiting: what is
// found elsewhere is served, and of what is found nowhere it is not said that it does not exist.
import type { Logger } from '../process/log.ts';
import { type FindValid, type Found, Lookups } from './lookups.ts';

/** `isOpen`: false while it may not be used, as at the start of a process that cannot reach it. */
export type Place = { readonly name: string; isOpen(): boolean };

/** What a cell says of a credential: its company moved away; it knows no such one. Anything else is an answer. */
export type Gone = 'moved' | 'unknown' | null;

/** Whose home may be in a cell that does not answer. As Postgres says it of itself: 503, and the caller tries again. */
export class CellAway extends Error {
  readonly code = '57P03';
  readonly severity = 'ERROR';

  constructor() {
    super('a cell that may have it does not answer');
  }
}

/** Homes that are remembered; the one used longest ago is asked anew. */
const most = 500_000;
/** How long a cell may take to answer a look-up, and how long it is left alone after one that failed. */
const patienceMs = 3_000;
const pauseMs = 1_000;

type Asked<Cell> = { cell: Cell; lookups: Lookups; awayUntil: number };

export class Homes<Cell extends Place> {
  readonly #log: Logger;
  readonly #asked: Asked<Cell>[];
  readonly #known = new Map<string, Cell>();
  readonly #patienceMs: number;

  /** `find` gives those of the hashes that a cell has. */
  constructor(cells: readonly Cell[], find: (cell: Cell) => FindValid, log: Logger, wait = patienceMs) {
    this.#log = log;
    this.#patienceMs = wait;
    // Nothing that was not found is remembered: it may come to be there in the next moment.
    const limits = { unknownMs: 0, waitingOfSource: Number.POSITIVE_INFINITY };
    this.#asked = cells.map((cell) => ({ cell, lookups: new Lookups(find(cell), limits), awayUntil: 0 }));
  }

  get size(): number {
    return this.#known.size;
  }

  /**
   * Does the work in the cell that has the credential, and in another one when that cell says that it has it no longer.
   * What no cell has goes to one of them, which refuses it in its own words. Throws `CellAway`.
   */
  async run<T>(hash: Buffer, work: (cell: Cell) => Promise<T>, goneIn: (found: T) => Gone): Promise<T> {
    const key = hash.toString('base64');
    const known = this.#recall(key);
    const first = known ?? (await this.#look(hash, key));
    if (!first) return work(this.ofNone(hash));
    if (!first.isOpen()) throw new CellAway();
    let found = await work(first);
    const gone = goneIn(found);
    if (gone === null || (gone === 'unknown' && !known)) return found;
    this.#known.delete(key);
    if (gone === 'unknown') {
      const next = await this.#look(hash, key);
      return next && next !== first ? work(next) : found;
    }
    // Old copies may stand in several.
    for (const left = [first]; goneIn(found) === 'moved'; ) {
      const next = await this.#look(hash, key, left);
      if (!next) return found;
      left.push(next);
      found = await work(next);
    }
    return found;
  }

  /**
   * Every cell that has it now, and whether others may have it too, since they do not answer. Nothing is remembered: for what
   * is asked rarely, and must neither be stale nor tell by its time whether it was asked for before.
   */
  async everywhere(hash: Buffer): Promise<{ cells: Cell[]; isUnclear: boolean }> {
    const found = await Promise.all(this.#asked.map((one) => this.#ask(one, hash)));
    const cells = this.#asked.flatMap(({ cell }, place) => (found[place] === 'valid' ? [cell] : []));
    return { cells, isUnclear: found.includes('busy') };
  }

  /** Strangers are shared out among the cells that are open: the same one comes to the same cell. */
  ofNone(hash: Buffer): Cell {
    const open = this.#asked.map(({ cell }) => cell).filter((cell) => cell.isOpen());
    if (open.length === 0) throw new CellAway();
    return open[hash[0]! % open.length]!;
  }

  #recall(key: string): Cell | undefined {
    const cell = this.#known.get(key);
    if (!cell) return undefined;
    this.#known.delete(key);
    this.#known.set(key, cell);
    return cell;
  }

  #remember(key: string, cell: Cell): void {
    this.#known.delete(key);
    this.#known.set(key, cell);
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value!);
  }

  /** Asks all cells at once but those that have just said no. The first that has it is the answer; null when none has. */
  #look(hash: Buffer, key: string, except: readonly Cell[] = []): Promise<Cell | null> {
    return new Promise((resolve, reject) => {
      const asked = this.#asked.filter(({ cell }) => !except.includes(cell));
      let left = asked.length;
      let isUnclear = false;
      if (left === 0) resolve(null);
      for (const one of asked) {
        void this.#ask(one, hash).then((found) => {
          left--;
          if (found === 'valid') {
            this.#remember(key, one.cell);
            resolve(one.cell);
          }
          isUnclear ||= found === 'busy';
          if (left === 0) isUnclear ? reject(new CellAway()) : resolve(null);
        });
      }
    });
  }

  async #ask(one: Asked<Cell>, hash: Buffer): Promise<Found> {
    if (!one.cell.isOpen() || performance.now() < one.awayUntil) return 'busy';
    try {
      return await inTime(one.lookups.ask(hash, ''), this.#patienceMs);
    } catch (error) {
      const { name } = one.cell;
      if (one.awayUntil <= performance.now())
        this.#log.warn({ cell: name, reason: String(error) }, 'a cell does not answer look-ups');
      one.awayUntil = performance.now() + pauseMs;
      return 'busy';
    }
  }
}

/** Where this process itself stood still, the answer may have come and was not read yet. */
const unreadMs = 250;

/** Rejects when it takes longer. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new Error(`no answer in ${ms} ms`));
    timer = setTimeout(() => {
      timer = setTimeout(refuse, unreadMs);
    }, ms - unreadMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What those of the cells find that answer in time; throws when none does. */
export async function foundInAny<Cell extends Place>(
  cells: readonly Cell[],
  find: (cell: Cell) => Promise<Buffer[]>,
): Promise<Buffer[]> {
  const asked = cells.filter((cell) => cell.isOpen()).map((cell) => inTime(find(cell), patienceMs));
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  if (found.length === 0) throw new CellAway();
  return found.flat();
}
