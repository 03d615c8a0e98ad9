// Builds the demo's catalogs. The file of a store (haat-bazar.json …) says what a shopkeeper would say about a product;
// here every such seed becomes a product with its variants, SKUs, barcodes, images and first stock.
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Image } from './drawings/images.ts';
import { type ImageKind, shapes } from './drawings/shapes.ts';
import { createRandom, type Random } from './random.ts';

const colour = z.stringFormat('hex-colour', /^#[0-9A-F]{6}$/);
const price = z.int().min(0);
/** A size or pack with a price of its own. Prices and costs in taka, weight in kilograms. */
const pack = z.tuple([z.string(), price, price.nullable(), price, z.number()]);

const productSeed = z.strictObject({
  name: z.string(),
  /** The stem of its SKUs. */
  code: z.string(),
  brand: z.string().nullable(),
  status: z.enum(['draft', 'active', 'archived']).default('active'),
  /** Slugs, the primary category first. */
  categories: z.array(z.string()),
  kind: z.enum(Object.keys(shapes) as [ImageKind]),
  /** Values of the attribute `Colour`: each becomes a variant axis value and an image. */
  colours: z.array(z.string()).optional(),
  /** The two colours of the image when the product comes in one look only. */
  paint: z.tuple([colour, colour]).optional(),
  /** The accent of every coloured image. */
  accent: colour.default('#D4A017'),
  /** The attribute the sizes belong to. */
  sized_by: z.string().default('Size'),
  sizes: z.array(z.union([z.string(), pack])).default(['']),
  /** What every variant costs and weighs, unless its size is a pack. */
  each: z.strictObject({ price, discount: price.nullable().default(null), cost: price, weight: z.number() }).optional(),
  /** 0 is free delivery; left out, the store's standard rules hold. */
  delivery_charge: price.nullable().default(null),
  /** Names of variants that are no longer sold. */
  inactive: z.array(z.string()).default([]),
  short: z.string(),
  about: z.string(),
  /** They end the description as a list. */
  facts: z.record(z.string(), z.string()),
  /** The catalog is older, the orders are younger. `colour`: shown with its variants alone. */
  video: z
    .strictObject({ file: z.string(), title: z.string(), colour: z.string().nullable(), days_ago: z.int() })
    .optional(),
});

const storeFile = z.strictObject({
  brands: z.array(
    z.strictObject({
      name: z.string(),
      slug: z.string(),
      description: z.string(),
      status: z.enum(['active', 'inactive']).default('active'),
    }),
  ),
  /** Parents, named by their slugs, stand before their children. */
  categories: z.array(
    z.strictObject({
      name: z.string(),
      slug: z.string(),
      parent: z.string().optional(),
      description: z.string().nullable().default(null),
    }),
  ),
  attributes: z.array(
    z.strictObject({
      name: z.string(),
      slug: z.string(),
      type: z.enum(['variant', 'specification']),
      /** Colours come with their swatches. */
      values: z.union([z.array(z.string()), z.record(z.string(), colour)]),
    }),
  ),
  products: z.array(productSeed),
});

type ProductSeed = z.infer<typeof productSeed>;
type StoreFile = z.infer<typeof storeFile>;

const stores = [
  { slug: 'haat-bazar', locations: ['DHK', 'CTG'] },
  { slug: 'haat-kitchen', locations: ['DHK', 'CTG'] },
  { slug: 'rival-shop', locations: ['RVL'] },
] as const;

export type StoreSlug = (typeof stores)[number]['slug'];
export type LocationCode = (typeof stores)[number]['locations'][number];
export type DemoProduct = ReturnType<typeof buildProduct>;
export type DemoVariant = DemoProduct['variants'][number];
export type DemoCatalog = Omit<StoreFile, 'products'> & { store: StoreSlug; products: DemoProduct[] };

/** GS1 keeps the prefixes 200 to 299 for a shop's own labels, so no real article carries these numbers. */
function barcode(storeNumber: number, product: number, variant: number): string {
  const digits = `20${storeNumber}${String(product + 1).padStart(5, '0')}${String(variant + 1).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** `Red` becomes RED, `Bottle Green` BGRE, `5 kg` 5KG. */
function skuPart(value: string): string {
  const [first = '', second] = value.toUpperCase().split(' ');
  if (/^\d/.test(value)) return value.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return second ? first.slice(0, 1) + second.slice(0, 3) : first.slice(0, 3);
}

function describe({ about, facts }: ProductSeed): string {
  const items = Object.entries(facts).map(([name, value]) => `<li><strong>${name}:</strong> ${value}</li>`);
  return `<p>${about}</p>${items.length ? `<ul>${items.join('')}</ul>` : ''}`;
}

function imagesOf({ name, kind, colours, paint, accent }: ProductSeed, { attributes }: StoreFile): Image[] {
  if (!colours) return [{ kind, colours: paint ?? ['#9CA3AF', '#4B5563'], altText: name }];
  const swatches = attributes.find((attribute) => attribute.name === 'Colour')?.values as Record<string, string>;
  return colours.map((look) => {
    const main = swatches[look];
    if (!main) throw new Error(`${name}: there is no colour ${look}`);
    return { kind, colours: [main, accent], altText: `${name}, ${look}` };
  });
}

/**
 * First stock by location; a location that never had any is left out. Most shelves are full; some run low, a few are
 * empty, and the second location never had a third of the range.
 */
function firstStock(random: Random, [main, second]: readonly LocationCode[]): Partial<Record<LocationCode, number>> {
  const stock: Partial<Record<LocationCode, number>> = {};
  if (main) {
    const shelf = random.weighted([
      ['full', 88],
      ['low', 9],
      ['empty', 3],
    ]);
    stock[main] = shelf === 'full' ? random.int(24, 90) : shelf === 'low' ? random.int(1, 4) : 0;
  }
  if (second && random.chance(0.67)) stock[second] = random.int(3, 32);
  return stock;
}

function buildProduct(seed: ProductSeed, index: number, file: StoreFile, storeNumber: number, random: Random) {
  const { name, each } = seed;
  const sizes = seed.sizes.map((size): z.infer<typeof pack> => {
    if (typeof size !== 'string') return size;
    if (!each) throw new Error(`${name} has no price`);
    return [size, each.price, each.discount, each.cost, each.weight];
  });
  const looks = (seed.colours ?? ['']).flatMap((look, image) => sizes.map((size) => ({ look, image, size })));

  const variants = looks.map(({ look, image, size }, nth) => {
    const [value, price, discount_price, cost_price, weight] = size;
    const variantName = [look, value].filter(Boolean).join(' / ') || 'Standard';
    const options = [
      { attribute: 'Colour', value: look },
      { attribute: seed.sized_by, value },
    ].filter((option) => option.value);
    return {
      /** As api.create_product takes it. */
      columns: {
        sku: [seed.code, ...options.map((option) => skuPart(option.value))].join('-'),
        barcode: barcode(storeNumber, index, nth),
        name: variantName,
        price,
        discount_price,
        cost_price,
        weight,
        low_stock_threshold: random.pick([5, 5, 8, 10]),
        status: seed.inactive.includes(variantName) ? 'inactive' : 'active',
        options,
        image_index: image,
      },
      stock: seed.status === 'draft' ? {} : firstStock(random, stores[storeNumber]!.locations),
    };
  });
  return {
    seed,
    /** As the service derives it from the name. */
    slug: name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    description: describe(seed),
    createdDaysAgo: seed.status === 'draft' ? random.int(1, 12) : random.int(70, 420),
    images: imagesOf(seed, file),
    variants,
  };
}

export const catalogs: readonly DemoCatalog[] = stores.map(({ slug }, storeNumber) => {
  const text = fs.readFileSync(path.join(import.meta.dirname, `${slug}.json`), 'utf8');
  const file = storeFile.parse(JSON.parse(text));
  const random = createRandom(20_261_100 + storeNumber);
  const products = file.products.map((seed, index) => buildProduct(seed, index, file, storeNumber, random));
  return { ...file, store: slug, products };
});
