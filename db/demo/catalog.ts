/**
 * Builds the demo's catalogs: the seeds of the catalog-*.ts files say what a shopkeeper would say about a product,
 * and here every seed becomes a product with its variants, SKUs, barcodes, pictures and first stock.
 */
import { fashionProducts } from './catalog-fashion.ts';
import { groceryProducts } from './catalog-groceries.ts';
import { homeProducts } from './catalog-home.ts';
import { kitchenProducts } from './catalog-kitchen.ts';
import { rivalProducts } from './catalog-rival.ts';
import { bazarShelf, kitchenShelf, rivalShelf } from './catalog-shelves.ts';
import type { Pack, Picture, ProductSeed, Shelf } from './catalog-types.ts';
import type { LocationCode, StoreSlug } from './company.ts';
import { createRandom, type Random } from './random.ts';

export type DemoVariant = {
  sku: string;
  barcode: string;
  name: string;
  price: number;
  discountPrice: number | null;
  costPrice: number;
  /** Kilograms. */
  weight: number;
  lowStockThreshold: number;
  status: 'active' | 'inactive';
  options: { attribute: string; value: string }[];
  pictureIndex: number;
  /** First stock by location; a location that never had any is left out. */
  stock: Partial<Record<LocationCode, number>>;
};

export type DemoProduct = {
  name: string;
  slug: string;
  brand: string | null;
  categories: { slug: string; isPrimary: boolean }[];
  shortDescription: string;
  /** HTML. */
  description: string;
  specifications: { attribute: string; value: string }[];
  status: 'draft' | 'active' | 'archived';
  deliveryCharge: number | null;
  createdDaysAgo: number;
  pictures: Picture[];
  variants: DemoVariant[];
};

export type DemoCatalog = Shelf & { store: StoreSlug; products: DemoProduct[] };

/** Lower-case letters, digits and single hyphens, as the service derives its slugs. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

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

function describe(seed: ProductSeed): string {
  const facts = Object.entries(seed.facts).map(([name, value]) => `<li><strong>${name}:</strong> ${value}</li>`);
  return `<p>${seed.about}</p>${facts.length ? `<ul>${facts.join('')}</ul>` : ''}`;
}

function paintPictures(seed: ProductSeed, shelf: Shelf): Picture[] {
  if (!seed.colours) {
    return [{ kind: seed.kind, colours: seed.paint ?? ['#9CA3AF', '#4B5563'], altText: seed.name }];
  }
  const swatches = shelf.attributes.find((attribute) => attribute.name === 'Colour')?.values ?? [];
  return seed.colours.map((colour) => {
    const main = swatches.find((entry) => entry.value === colour)?.swatchHex;
    if (!main) throw new Error(`${seed.name}: there is no colour ${colour}.`);
    return { kind: seed.kind, colours: [main, seed.accent ?? '#D4A017'], altText: `${seed.name}, ${colour}` };
  });
}

/** Most shelves are full; some run low, a few are empty, and the second location never had a third of the range. */
function firstStock(random: Random, locations: readonly LocationCode[]): DemoVariant['stock'] {
  const [main, second] = locations;
  const stock: DemoVariant['stock'] = {};
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

function buildProduct(
  seed: ProductSeed,
  index: number,
  shelf: Shelf,
  place: { number: number; locations: readonly LocationCode[] },
  random: Random,
): DemoProduct {
  const sizes = (seed.sizes ?? ['']).map((size): Pack => {
    if (typeof size !== 'string') return size;
    if (!seed.each) throw new Error(`${seed.name} has no price.`);
    return [size, seed.each.price, seed.each.discount ?? null, seed.each.cost, seed.each.weight];
  });
  const looks = (seed.colours ?? ['']).flatMap((colour, picture) => sizes.map((size) => ({ colour, picture, size })));

  const variants = looks.map(({ colour, picture, size }, variant): DemoVariant => {
    const [value, price, discountPrice, costPrice, weight] = size;
    const name = [colour, value].filter(Boolean).join(' / ') || 'Standard';
    const options: DemoVariant['options'] = [];
    if (colour) options.push({ attribute: 'Colour', value: colour });
    if (value) options.push({ attribute: seed.sizedBy ?? 'Size', value });
    return {
      sku: [seed.code, ...options.map((option) => skuPart(option.value))].join('-'),
      barcode: barcode(place.number, index, variant),
      name,
      price,
      discountPrice,
      costPrice,
      weight,
      lowStockThreshold: random.pick([5, 5, 8, 10]),
      status: seed.inactive?.includes(name) ? 'inactive' : 'active',
      options,
      pictureIndex: picture,
      stock: seed.status === 'draft' ? {} : firstStock(random, place.locations),
    };
  });

  return {
    name: seed.name,
    slug: slugify(seed.name),
    brand: seed.brand,
    categories: seed.categories.map((slug, i) => ({ slug, isPrimary: i === 0 })),
    shortDescription: seed.short,
    description: describe(seed),
    specifications: Object.entries(seed.facts).map(([attribute, value]) => ({ attribute, value })),
    status: seed.status ?? 'active',
    deliveryCharge: seed.deliveryCharge ?? null,
    createdDaysAgo: seed.status === 'draft' ? random.int(1, 12) : random.int(70, 420),
    pictures: paintPictures(seed, shelf),
    variants,
  };
}

function buildCatalog(
  store: StoreSlug,
  number: number,
  locations: readonly LocationCode[],
  shelf: Shelf,
  seeds: readonly ProductSeed[],
): DemoCatalog {
  const random = createRandom(20_261_100 + number);
  const products = seeds.map((seed, i) => buildProduct(seed, i, shelf, { number, locations }, random));
  return { store, ...shelf, products };
}

export const catalogs: readonly DemoCatalog[] = [
  buildCatalog('haat-bazar', 0, ['DHK', 'CTG'], bazarShelf, [...fashionProducts, ...homeProducts]),
  buildCatalog('haat-kitchen', 1, ['DHK', 'CTG'], kitchenShelf, [...groceryProducts, ...kitchenProducts]),
  buildCatalog('rival-shop', 2, ['RVL'], rivalShelf, rivalProducts),
];
