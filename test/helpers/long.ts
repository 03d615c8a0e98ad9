// What a commit's run does a part of, and `npm run test:long` the whole: generated questions, and runs of properties.
import test from 'ava';
import { seed } from './seed.ts';

export const isLong = process.env.HAAT_LONG === 'yes';

/** About one of every `parts` of the items, drawn by the seed; in a long run all. */
export function slice<T>(items: readonly T[], parts: number): T[] {
  // Kinds take turns, so that every n-th item would be of one kind: the number is mixed first.
  return isLong ? [...items] : items.filter((_, n) => (Math.imul(n + seed, 2_654_435_761) >>> 16) % parts === 0);
}

/** Files that are named show all that is theirs: npm test -- test/operations/brands/create_brand.test.ts. */
const isNamed = process.env.HAAT_TEST_GROUPED === '';

/** Whether nothing is left to the long run: it is one, or the file was named. */
export const asksAll = isLong || isNamed;

/**
 * For what many have in common: each has its turn, which draws one of `parts` of the kinds and one at least, so that of each
 * kind something is asked of many, and something of each. In a long run, and of a file that is named, all.
 */
export function inTurns<T>(kinds: readonly T[], parts: number, turn: number): T[] {
  if (asksAll) return [...kinds];
  const first = (turn + seed) % kinds.length;
  return kinds.filter((_, n) => (n - first + kinds.length) % kinds.length < kinds.length / parts);
}

/** So many runs of a property in a long run, a part of them otherwise. */
export const runs = (whole: number, parts = 8): number => (isLong ? whole : Math.ceil(whole / parts));

/** How many call at once: four in a commit's run, who share the pool that is open, since each new connection plans all anew. */
export const callers = (whole: number): number => (isLong ? whole : Math.min(4, whole));

/** Declares a test that only a long run runs: it shows once more, at length or by another way, what another test shows. */
export const longTest = (isLong ? test : Object.assign(() => {}, { serial: () => {} })) as typeof test;
