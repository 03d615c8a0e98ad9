// A price that goes up or down by an amount or a percentage, and is rounded.
export type PriceChange = {
  by: 'percent' | 'amount';
  /** Below zero it goes down. */
  change: number;
  /** To a multiple of so many hundredths, half upwards: 1 leaves it as it is. */
  step: number;
};

/** Nothing where it would be below zero. Amounts have two decimals, as the API writes them. */
export function changedPrice(price: string, { by, change, step }: PriceChange): string | undefined {
  const before = BigInt(Math.round(Number(price) * 100));
  // In whole numbers: a percentage has two decimals as well.
  const hundredths = BigInt(Math.round(change * 100));
  const exact = by === 'amount' ? before + hundredths : (before * (10_000n + hundredths) + 5_000n) / 10_000n;
  if (exact < 0n) return undefined;
  const rounded = ((exact + BigInt(step) / 2n) / BigInt(step)) * BigInt(step);
  return `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`;
}
