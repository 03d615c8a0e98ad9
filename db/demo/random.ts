/**
 * The demo's only source of chance. It is seeded, so that every machine loads the same demo
 * and a test may rely on what it finds there.
 */
export type Random = {
  /** A number from 0 up to, and never reaching, 1. */
  next(): number;
  /** An integer between the bounds, both included. */
  int(lowest: number, highest: number): number;
  /** True in this share of the cases. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Each item comes with its weight; the weights need not add up to anything. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
};

/** Mulberry32: 32 bits of state, plenty for a few thousand choices. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function int(lowest: number, highest: number): number {
    return lowest + Math.floor(next() * (highest - lowest + 1));
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('Nothing to pick from.');
    return items[int(0, items.length - 1)] as T;
  }

  function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T {
    const last = items.at(-1);
    if (!last) throw new RangeError('Nothing to pick from.');
    let point = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      point -= weight;
      if (point < 0) return item;
    }
    return last[0];
  }

  function shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = int(0, i);
      [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
    }
    return copy;
  }

  return { next, int, chance: (share) => next() < share, pick, weighted, shuffle };
}
