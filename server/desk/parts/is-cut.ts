type Cut = { pageInfo: { hasNextPage: boolean } };

/** Whether a search for goods finds more than it shows: products, or variants of one. */
export const isCut = (found: (Cut & { nodes: { variants: Cut }[] }) | null): boolean =>
  found !== null &&
  [found, ...found.nodes.map(({ variants }) => variants)].some(({ pageInfo }) => pageInfo.hasNextPage);
