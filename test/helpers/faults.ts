// What the generators of faults share. Each is a module in test/faults that exports `run`; the test beside it is its short
// form, with no minutes: one round. The long form: npm run test:long -- <names> --minutes 30 --seed 1
export interface Options {
  /** New rounds begin until so much time is over; there is always a first one. */
  minutes: number;
  /** The first round draws from this seed, each further one from the next: the seed of a round repeats it alone. */
  seed: number;
  /** Of those that take long and say so: the share of a whole round. */
  size?: number;
}

/** What a generator did and found: a row of the table. */
export interface Row {
  /** Calls, deliveries, documents: whatever was tried. */
  operations: number;
  /** Acknowledged, and not there. */
  lost: number;
  /** There more often than it was asked for. */
  doubled: number;
  /** Bytes or rows of others that were shown or changed. */
  foreign: number;
  /** Answers 5xx that nothing explains. A 503 while a server is away is no such answer. */
  serverErrors: number;
  /** What else was wrong, a sentence each, with the seed of its round. */
  gaveWay: string[];
  /** Figures worth reading when nothing gave way. */
  remarks?: string;
}

export type Generator = (options: Options) => Promise<Row>;

/** Between 0 and 1, the same numbers for the same seed. */
export type Random = () => number;

/** mulberry32: a generator of a few lines, good enough to choose what is done next. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

export const emptyRow = (): Row => ({
  operations: 0,
  lost: 0,
  doubled: 0,
  foreign: 0,
  serverErrors: 0,
  gaveWay: [],
});

export const isSound = ({ lost, doubled, foreign, serverErrors, gaveWay }: Row): boolean =>
  lost + doubled + foreign + serverErrors + gaveWay.length === 0;

/** Rounds one after another, added up. A round that finds something is the last: the next ones would find it again. */
export async function inRounds(
  { minutes, seed }: Options,
  round: (random: Random, seed: number) => Promise<Partial<Row>>,
): Promise<Row> {
  const row = emptyRow();
  const end = performance.now() + minutes * 60_000;
  for (let n = seed; ; n++) {
    let found: Partial<Row>;
    try {
      found = await round(randomFrom(n), n);
    } catch (error) {
      found = { gaveWay: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
    }
    for (const column of ['operations', 'lost', 'doubled', 'foreign', 'serverErrors'] as const)
      row[column] += found[column] ?? 0;
    row.gaveWay.push(...(found.gaveWay ?? []).map((what) => `seed ${n}: ${what}`));
    row.remarks = found.remarks ?? row.remarks;
    if (!isSound(row)) {
      // Counts do not say which round they are of.
      if (row.gaveWay.length === 0) row.gaveWay.push(`seed ${n}`);
      return row;
    }
    if (performance.now() >= end) return { ...row, remarks: row.remarks ?? `${n - seed + 1} rounds` };
  }
}
