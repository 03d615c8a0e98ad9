// What the seeds of the catalogs say: of a product, of what products stand on, of what to draw.

export type PictureKind =
  | 'bag'
  | 'bangle'
  | 'basket'
  | 'bedsheet'
  | 'blanket'
  | 'board'
  | 'bottle'
  | 'bowl'
  | 'box'
  | 'cup'
  | 'curtain'
  | 'cushion'
  | 'dress'
  | 'earring'
  | 'grinder'
  | 'jar'
  | 'kameez'
  | 'kettle'
  | 'knife'
  | 'kurti'
  | 'lamp'
  | 'lungi'
  | 'mat'
  | 'packet'
  | 'pan'
  | 'panjabi'
  | 'plate'
  | 'pot'
  | 'rug'
  | 'sack'
  | 'saree'
  | 'scarf'
  | 'shirt'
  | 'shoe'
  | 'tiffin'
  | 'towel'
  | 'tray'
  | 'tshirt'
  | 'vase'
  | 'wallet';

/** What to draw: the shape, its main colour and its accent (`#RRGGBB`). */
export type Picture = { kind: PictureKind; colours: [main: string, accent: string]; altText: string };

export type DemoBrand = { name: string; slug: string; description: string; status: 'active' | 'inactive' };

export type DemoCategory = {
  name: string;
  slug: string;
  /** The slug of the category above; parents always stand before their children. */
  parent: string | null;
  position: number;
  description: string | null;
  status: 'active' | 'inactive';
};

export type DemoAttribute = {
  name: string;
  slug: string;
  type: 'variant' | 'specification';
  inputType: 'text' | 'color';
  isFilterable: boolean;
  isRequired: boolean;
  values: { value: string; swatchHex: string | null }[];
};

/** Everything on which products are placed: written down once for each store. */
export type Shelf = { brands: DemoBrand[]; categories: DemoCategory[]; attributes: DemoAttribute[] };

/** A size or pack with a price of its own. Prices and costs in taka, weight in kilograms. */
export type Pack = [value: string, price: number, discount: number | null, cost: number, weight: number];

export type ProductSeed = {
  name: string;
  /** The stem of its SKUs. */
  code: string;
  brand: string | null;
  /** Slugs, the primary category first. */
  categories: string[];
  kind: PictureKind;
  /** Values of the attribute `Colour`: each becomes a variant axis value and a picture. */
  colours?: string[];
  /** The two colours of the picture when the product comes in one look only. */
  paint?: [main: string, accent: string];
  /** The accent of every coloured picture. */
  accent?: string;
  /** The attribute the sizes belong to; `Size` when left out. */
  sizedBy?: string;
  sizes?: (string | Pack)[];
  /** What every variant costs and weighs, unless its size is a pack. */
  each?: { price: number; discount?: number; cost: number; weight: number };
  short: string;
  about: string;
  /** Values of specification attributes; they end the description as a list. */
  facts: Record<string, string>;
  status?: 'draft' | 'archived';
  /** 0 is free delivery; left out, the store's standard rules hold. */
  deliveryCharge?: number;
  /** Names of variants that are no longer sold. */
  inactive?: string[];
};
