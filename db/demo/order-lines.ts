// What the orders of the demo consist of: articles that are on sale and in stock.
import { catalogs, type DemoVariant, type LocationCode, type StoreSlug } from './catalog.ts';
import type { Random } from './random.ts';

export type Article = { variant: DemoVariant; weight: number };

/** What can be sold, the better-selling articles weighing more. */
export function articlesOf(random: Random, store: StoreSlug): Article[] {
  const products = catalogs.find((catalog) => catalog.store === store)?.products ?? [];
  const variants = products
    .filter(({ seed }) => seed.status === 'active')
    .flatMap((product) => product.variants.filter(({ columns }) => columns.status === 'active'));
  return random.shuffle(variants).map((variant, rank) => ({ variant, weight: 1 / (rank + 12) }));
}

export function sellingPrice({ columns }: DemoVariant): number {
  return columns.discount_price ?? columns.price;
}

type StockBook = {
  /** False, and nothing taken, when the location has too few left. */
  take(variant: DemoVariant, location: LocationCode, quantity: number): boolean;
};

/** Counts what the plans take, never what comes back, so that the stock suffices in whatever order they are loaded. */
export function createStockBook(): StockBook {
  const taken = new Map<string, number>();
  return {
    take(variant, location, quantity) {
      const key = `${location} ${variant.columns.sku}`;
      const after = (taken.get(key) ?? 0) + quantity;
      if (after > (variant.stock[location] ?? 0)) return false;
      taken.set(key, after);
      return true;
    },
  };
}

export type Choice = { variant: DemoVariant; quantity: number };

export function chooseLines(
  random: Random,
  articles: Article[],
  location: LocationCode,
  fewest: number,
  stock: StockBook,
): Choice[] {
  const wanted = Math.max(
    fewest,
    random.weighted([
      [1, 45],
      [2, 32],
      [3, 15],
      [4, 8],
    ]),
  );
  const chosen: Choice[] = [];
  const weights = articles.map((article) => [article.variant, article.weight] as const);
  while (chosen.length < wanted) {
    const variant = random.weighted(weights);
    const quantity = random.weighted([
      [1, 72],
      [2, 20],
      [3, 8],
    ]);
    if (chosen.some((choice) => choice.variant === variant)) continue;
    if (stock.take(variant, location, quantity)) chosen.push({ variant, quantity });
  }
  return chosen;
}
