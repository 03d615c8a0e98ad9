// Products as Shopify or WooCommerce take them in, or as ours: Shopify's columns, and our own for what it has no place for.
import { asList } from './cells.ts';

type Variant = {
  sku: string;
  barcode: string | null;
  name: string;
  price: string;
  discount_price: string | null;
  weight: string | null;
  dimensions: { length: number; width: number; height: number } | null;
  low_stock_threshold: number;
  status: string;
  image: { url: string } | null;
  options: { attribute: string; value: string }[];
  stock: number;
  bin: string | null;
  cost_price: string | null;
};

export type Product = {
  name: string;
  slug: string;
  short_description: string | null;
  description: string | null;
  status: string;
  delivery_charge: string | null;
  brand: { name: string } | null;
  category_paths: string[][];
  tags: string[];
  seo: { title: string | null; description: string | null };
  images: { url: string; alt_text: string | null }[];
  variants: Variant[];
};

type Cell = string | number | null | undefined;

/** The headings, and the rows of one product; `options`: as many as its variants may have. */
export type Sheet<Document> = { header: string[]; rowsOf(document: Document): Cell[][] };

type Cells = Record<string, Cell>;

const sheet = <Document>(header: string[], rowsOf: (document: Document) => Cells[]): Sheet<Document> => ({
  header,
  rowsOf: (document) => rowsOf(document).map((cells) => header.map((heading) => cells[heading])),
});

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

const pathOf = (names: string[] | undefined) => names?.join(' > ');
const sizeOf = ({ dimensions: d }: Variant) => d && `${d.length} x ${d.width} x ${d.height}`;

const shopifyHeader = (options: number) => [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
  ...upTo(options).flatMap((n) => [`Option${n} Name`, `Option${n} Value`]),
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty', 'Variant Inventory Policy'],
  ...['Variant Fulfillment Service', 'Variant Price', 'Variant Compare At Price', 'Variant Requires Shipping'],
  ...['Variant Taxable', 'Variant Barcode', 'Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'SEO Title'],
  ...['SEO Description', 'Variant Image', 'Variant Weight Unit', 'Cost per item', 'Status'],
];

const ownHeader = [
  ...['Haat: Short description', 'Haat: Categories', 'Haat: Delivery charge', 'Haat: Variant name'],
  ...['Haat: Variant status', 'Haat: Low stock threshold', 'Haat: Length x width x height (cm)', 'Haat: Bin'],
];

export const shopifySheet = (options: number): Sheet<Product> =>
  sheet(shopifyHeader(Math.max(3, options)), shopifyRows);

export const haatSheet = (options: number): Sheet<Product> =>
  sheet([...shopifyHeader(Math.max(3, options)), ...ownHeader], shopifyRows);

/** The product in its first row; then a row for each other variant, and for pictures that are left over. */
function shopifyRows(product: Product): Cells[] {
  const { variants, images, slug } = product;
  return upTo(Math.max(variants.length, images.length)).map((n) => ({
    Handle: slug,
    ...(n === 1 && productCells(product)),
    ...(variants[n - 1] && variantCells(variants[n - 1]!, n === 1)),
    ...(images[n - 1] && {
      'Image Src': images[n - 1]!.url,
      'Image Position': n,
      'Image Alt Text': images[n - 1]!.alt_text,
    }),
  }));
}

const productCells = (product: Product): Cells => ({
  Title: product.name,
  'Body (HTML)': product.description,
  Vendor: product.brand?.name,
  Type: pathOf(product.category_paths[0]),
  Tags: asList(product.tags),
  'SEO Title': product.seo.title,
  'SEO Description': product.seo.description,
  Published: product.status === 'active' ? 'TRUE' : 'FALSE',
  'Gift Card': 'FALSE',
  Status: product.status,
  'Haat: Short description': product.short_description,
  'Haat: Categories': asList(product.category_paths.map((path) => pathOf(path)!)),
  'Haat: Delivery charge': product.delivery_charge,
});

function variantCells(variant: Variant, isFirst: boolean): Cells {
  const { options } = variant;
  const shown = options.length > 0 ? options : [{ attribute: 'Title', value: 'Default Title' }];
  return {
    ...Object.fromEntries(
      shown.flatMap(({ attribute, value }, n) => [
        [`Option${n + 1} Name`, isFirst ? attribute : undefined],
        [`Option${n + 1} Value`, value],
      ]),
    ),
    'Variant SKU': variant.sku,
    'Variant Grams': variant.weight === null ? undefined : Math.round(Number(variant.weight) * 1000),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': variant.stock,
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': variant.discount_price ?? variant.price,
    'Variant Compare At Price': variant.discount_price === null ? undefined : variant.price,
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
    'Variant Barcode': variant.barcode,
    'Variant Image': variant.image?.url,
    'Variant Weight Unit': 'g',
    'Cost per item': variant.cost_price,
    'Haat: Variant name': variant.name,
    'Haat: Variant status': variant.status,
    'Haat: Low stock threshold': variant.low_stock_threshold,
    'Haat: Length x width x height (cm)': sizeOf(variant),
    'Haat: Bin': variant.bin,
  };
}

const wooHeader = (options: number) => [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Tax status', 'In stock?', 'Stock', 'Low stock amount', 'Weight (kg)'],
  ...['Length (cm)', 'Width (cm)', 'Height (cm)', 'Sale price', 'Regular price', 'Categories', 'Tags', 'Images'],
  ...['Parent', 'Position', 'Brands'],
  ...upTo(options).flatMap((n) => ['name', 'value(s)', 'visible', 'global'].map((what) => `Attribute ${n} ${what}`)),
  'Slug',
];

/** Numbers are given in the order of writing: WooCommerce knows the product of a variation by them. */
export function wooSheet(options: number): Sheet<Product> {
  let id = 0;
  return sheet(wooHeader(options), (product) => {
    const { variants } = product;
    const own = ++id;
    const shared: Cells = { ...wooProduct(product), ID: own };
    const [only] = variants;
    if (variants.length === 1 && only!.options.length === 0)
      return [{ ...shared, ...wooVariant(only!), Type: 'simple', Published: shared.Published }];
    const attributes = new Map<string, Set<string>>();
    for (const { attribute, value } of variants.flatMap((variant) => variant.options))
      attributes.set(attribute, (attributes.get(attribute) ?? new Set()).add(value));
    const all = [...attributes].map(([attribute, values]) => ({ attribute, value: asList([...values]) }));
    return [
      { ...shared, Type: 'variable', ...wooAttributes(all) },
      ...variants.map((variant, position) => ({
        ID: ++id,
        Type: 'variation',
        Name: `${product.name} - ${variant.name}`,
        ...wooVariant(variant),
        Parent: `id:${own}`,
        Position: position + 1,
        Images: variant.image?.url,
        ...wooAttributes(variant.options),
      })),
    ];
  });
}

/** Line breaks as \n, and a \n that is meant with one backslash more. */
const wooText = (text: string | null) => text?.replaceAll('\\n', '\\\\n').replaceAll('\n', '\\n');

const wooProduct = (product: Product): Cells => ({
  Name: product.name,
  Published: product.status === 'active' ? 1 : -1,
  'Is featured?': 0,
  'Visibility in catalog': 'visible',
  'Short description': wooText(product.short_description),
  Description: wooText(product.description),
  'Tax status': 'taxable',
  Categories: asList(product.category_paths.map((path) => pathOf(path)!)),
  Tags: asList(product.tags),
  Images: asList(product.images.map(({ url }) => url)),
  Brands: asList(product.brand ? [product.brand.name] : []),
  Slug: product.slug,
});

const wooVariant = (variant: Variant): Cells => ({
  SKU: variant.sku,
  'GTIN, UPC, EAN, or ISBN': variant.barcode,
  Published: variant.status === 'active' ? 1 : 0,
  'In stock?': variant.stock > 0 ? 1 : 0,
  Stock: variant.stock,
  'Low stock amount': variant.low_stock_threshold,
  'Weight (kg)': variant.weight,
  'Length (cm)': variant.dimensions?.length,
  'Width (cm)': variant.dimensions?.width,
  'Height (cm)': variant.dimensions?.height,
  'Sale price': variant.discount_price,
  'Regular price': variant.price,
});

const wooAttributes = (attributes: { attribute: string; value: string }[]): Cells =>
  Object.fromEntries(
    attributes.flatMap(({ attribute, value }, n) => [
      [`Attribute ${n + 1} name`, attribute],
      [`Attribute ${n + 1} value(s)`, value],
      [`Attribute ${n + 1} visible`, 1],
      [`Attribute ${n + 1} global`, 1],
    ]),
  );
