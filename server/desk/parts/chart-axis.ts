/** How much room the figures at the left of a chart take: lakhs and crores, in the wider digits of Bengali. */
export const leftOf = (figures: string[]): number => 14 + 7.5 * Math.max(4, ...figures.map(({ length }) => length));
