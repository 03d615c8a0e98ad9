// What a commit's run does a part of, and `npm run test:long` the whole: generated questions, and runs of properties.
import test from 'ava';
import { seed } from './seed.ts';

export const isLong = process.env.HAAT_LONG === 'yes';

/** About one of every `parts` of the items, drawn by the seed; in a long run all. */
export function slice<T>(items: readonly T[], parts: number): T[] {
  // Kinds take turns, so that every n-th item would be of one kind: the number is mixed first.
  return isLong ? [...items] : items.filter((_, n) => (Math.imul(n + seed, 2_654_435_761) >>> 16) % parts === 0);
}

/** So many runs of a property in a long run, a part of them otherwise. */
export const runs = (whole: number, parts = 4): number => (isLong ? whole : Math.ceil(whole / parts));

/** Declares a test that only a long run runs: it shows once more, at length or by another way, what another test shows. */
export const longTest = (isLong ? test : Object.assign(() => {}, { serial: () => {} })) as typeof test;
