// Products as Shopify exports them: a row a variant or picture, rows of one product below each other, its own fields in the first.
// Both sets of headings that Shopify has used are known, and our own columns for what it has no place for.
import { Problem } from '../problems/problem.ts';
import { filled, isYes, listIn, numberIn } from './cells.ts';
import { ColumnsLeft } from './columns-left.ts';
import { cellsIn, type Draft, type DraftVariant, fitting, madeSku } from './draft.ts';
import { type Group, groupsOf, tooMany } from './groups.ts';
import type { Row } from './read-rows.ts';

/** What we call a column, and what Shopify calls it: first as it is written today in its exports. */
const headings = {
  handle: ['Handle', 'URL handle'],
  name: ['Title'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  category: ['Product Category', 'Standard Product Type'],
  type: ['Type', 'Custom Product Type'],
  collection: ['Collection'],
  tags: ['Tags'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  price: ['Variant Price', 'Price'],
  comparePrice: ['Variant Compare At Price', 'Compare-at price'],
  cost_price: ['Cost per item'],
  grams: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  alt: ['Image Alt Text'],
  variantImage: ['Variant Image', 'Variant image URL'],
  giftCard: ['Gift Card'],
  shortDescription: ['Haat: Short description'],
  categories: ['Haat: Categories'],
  deliveryCharge: ['Haat: Delivery charge'],
  variantName: ['Haat: Variant name'],
  variantStatus: ['Haat: Variant status'],
  threshold: ['Haat: Low stock threshold'],
  bin: ['Haat: Bin'],
  dimensions: ['Haat: Length x width x height (cm)'],
} satisfies Record<string, string[]>;

type Column = keyof typeof headings;

export const isShopify = (header: readonly string[]) =>
  has(header, 'name') && has(header, 'handle') && (has(header, 'price') || has(header, 'sku'));

/** What these say is so here anyway, unless they say something else. */
const usual = {
  'image position': /./,
  'variant fulfillment service': /^manual$/i,
  'fulfillment service': /^manual$/i,
  'variant weight unit': /./,
  'weight unit for display': /./,
  'variant requires shipping': /^true$/i,
  'requires shipping': /^true$/i,
  'variant taxable': /^true$/i,
  'charge tax': /^true$/i,
  'gift card': /./,
};

/** `isStocked`: whether stock is taken over, and so read; with it the bins. */
export const shopifyColumnsLeft = (header: readonly string[], isStocked: boolean) => {
  const isStock = (heading: string) => [...headings.stock, ...headings.bin].some((one) => same(one, heading));
  return new ColumnsLeft(
    header,
    (heading) =>
      (isStocked || !isStock(heading)) &&
      (/^option\d+ (name|value)$/i.test(heading) ||
        Object.values(headings)
          .flat()
          .some((one) => same(one, heading))),
    usual,
    (heading) => (isStock(heading) ? 'columnLeft.stock' : 'columnLeft'),
  );
};

const same = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();
const has = (header: readonly string[], column: Column) =>
  header.some((cell) => headings[column].some((heading) => same(cell, heading)));

/** The cells of a row by column, and what the file calls each column. */
class Table {
  readonly columns: Record<string, string> = {};
  readonly #at = new Map<Column, number>();

  readonly header: readonly string[];

  constructor(header: readonly string[]) {
    this.header = header;
    for (const [column, names] of Object.entries(headings)) {
      const at = header.findIndex((cell) => names.some((heading) => same(cell, heading)));
      this.columns[column] = header[at]?.trim() ?? names[0]!;
      if (at >= 0) this.#at.set(column as Column, at);
    }
    const places = new Map<string, number>();
    for (const [at, cell] of header.entries()) {
      const heading = cell.trim().toLowerCase();
      if (!places.has(heading)) places.set(heading, at);
    }
    this.#options = [...places].flatMap(([heading, name]) => {
      const n = /^option(\d+) name$/.exec(heading)?.[1];
      const value = n === undefined ? undefined : places.get(`option${n} value`);
      return value === undefined ? [] : [{ name, value }];
    });
    const { price, comparePrice, image, grams, type } = this.columns;
    Object.assign(this.columns, { discount_price: price, price: price ?? comparePrice, images: image, weight: grams });
    const { shortDescription, deliveryCharge, threshold } = this.columns;
    Object.assign(this.columns, { categories: type, options: 'Option1 Value', short_description: shortDescription });
    Object.assign(this.columns, { seo: this.columns.seoTitle });
    Object.assign(this.columns, { delivery_charge: deliveryCharge, low_stock_threshold: threshold });
  }

  has = (column: Column) => this.#at.has(column);
  /** Shopify has three options; our own exports have as many as the variants. */
  readonly #options: { name: number; value: number }[];

  cell = (row: Row, column: Column) => row.cells[this.#at.get(column) ?? -1];
  optionNames = (row: Row) => this.#options.map(({ name }) => filled(row.cells[name]));
  optionValues = (row: Row) => this.#optionsOf(row).map(({ value }) => filled(row.cells[value]));

  /** Those before the row ends: headings may be many more than its cells. */
  #optionsOf({ cells }: Row) {
    const end = this.#options.findIndex(({ name, value }) => Math.min(name, value) >= cells.length);
    return end < 0 ? this.#options : this.#options.slice(0, end);
  }
}

export async function* readShopify(header: string[], rows: AsyncIterable<Row>): AsyncGenerator<Draft> {
  const table = new Table(header);
  let handle: string | null = null;
  const goesOn = (row: Row) => {
    const before = handle;
    handle = filled(table.cell(row, 'handle')) ?? (filled(table.cell(row, 'name')) ? null : before);
    return handle !== null && handle === before;
  };
  for await (const group of groupsOf(rows, goesOn)) yield draftOf(table, group);
}

const statuses = ['active', 'draft', 'archived'];

/** A product that is active there but not published is not shown there, so it is a draft here. */
function statusOf({ cell }: Table, row: Row): string {
  const status = filled(cell(row, 'status'))?.toLowerCase();
  const published = filled(cell(row, 'published'));
  const isShown = published === null ? status === 'active' : isYes(published);
  if (status && statuses.includes(status) && status !== 'active') return status;
  return isShown ? 'active' : 'draft';
}

function draftOf(table: Table, group: Group): Draft {
  const { cell, has, columns } = table;
  const { rows } = group;
  const first = rows[0]!;
  const handle = filled(cell(first, 'handle'));
  const { line } = first;
  const status = filled(cell(first, 'status'))?.toLowerCase();
  const draft: Draft = {
    line,
    handle,
    columns,
    fields: {
      name: filled(cell(first, 'name')) ?? undefined,
      ...(has('description') && { description: filled(cell(first, 'description')) }),
      ...(has('shortDescription') && { short_description: filled(cell(first, 'shortDescription')) }),
      ...(has('deliveryCharge') && { delivery_charge: numberIn(cell(first, 'deliveryCharge')) }),
      status: statusOf(table, first),
      ...(has('tags') && { tags: listIn(cell(first, 'tags')) }),
      ...((has('seoTitle') || has('seoDescription')) && { seo: seoIn(table, first) }),
    },
    ...(has('brand') && { brand: filled(cell(first, 'brand')) }),
    ...((has('categories') || has('type') || has('category') || has('collection')) && {
      categories: categoriesOf(table, first),
    }),
    variants: [],
    images: [],
    problems: [],
    notes: [],
    doubtful: [],
    cellAt: cellsIn(table.header, rows),
  };
  const many = tooMany(group);
  if (many) draft.problems.push({ line, column: columns.handle!, text: many });
  if (status && !statuses.includes(status) && !has('published'))
    draft.notes.push({ line, column: columns.status!, text: new Problem('rowDraft', { status }) });
  if (status === 'active' && draft.fields.status === 'draft')
    draft.notes.push({ line, column: columns.published!, text: new Problem('rowUnpublished') });
  if (isYes(cell(first, 'giftCard')))
    draft.problems.push({ line, column: columns.giftCard!, text: new Problem('rowNotSold.giftCards') });
  const names = table.optionNames(first);
  const sold = rows.filter((row) => isVariant(table, row, row === first));
  for (const row of sold) draft.variants.push(variantOf(table, draft, row, names));
  const positions = new Map<string, number>();
  for (const [n, row] of rows.entries()) {
    const url = filled(cell(row, 'image'));
    if (!url) continue;
    draft.images.push({ line: row.line, url, alt: filled(cell(row, 'alt')) });
    if (!positions.has(url)) positions.set(url, numberIn(cell(row, 'imagePosition')) ?? n + 1);
  }
  draft.images.sort((a, b) => positions.get(a.url)! - positions.get(b.url)!);
  for (const [n, row] of sold.entries()) {
    const url = filled(cell(row, 'variantImage'));
    if (url) draft.images.push({ line: row.line, url, alt: null, ofVariant: n });
  }
  return draft;
}

/** Other rows only carry a picture. */
const isVariant = (table: Table, row: Row, isFirst: boolean) =>
  isFirst ||
  table.optionValues(row).some(Boolean) ||
  (['sku', 'price'] as const).some((one) => filled(table.cell(row, one)));

/** As long as it is kept. */
function seoIn({ cell, has }: Table, row: Row): object {
  const textOf = (column: Column, most: number) => {
    const text = filled(cell(row, column));
    return text && fitting(text, most);
  };
  return {
    ...(has('seoTitle') && { title: textOf('seoTitle', 200) }),
    ...(has('seoDescription') && { description: textOf('seoDescription', 500) }),
  };
}

function categoriesOf({ cell, has }: Table, row: Row): string[][] {
  const paths = has('categories')
    ? listIn(cell(row, 'categories'))
    : [cell(row, 'type'), cell(row, 'category'), cell(row, 'collection')].flatMap((one) => filled(one) ?? []);
  return [...new Set(paths)].map((path) =>
    path
      .split('>')
      .map((part) => part.trim())
      .filter(Boolean),
  );
}

function variantOf(table: Table, draft: Draft, row: Row, names: (string | null)[]): DraftVariant {
  const { cell, has, columns } = table;
  const values = table.optionValues(row);
  const isDefault = names[0]?.toLowerCase() === 'title' && values[0]?.toLowerCase() === 'default title';
  const options = isDefault
    ? []
    : names.flatMap((attribute, n) => (attribute && values[n] ? [{ attribute, value: values[n]! }] : []));
  const price = numberIn(cell(row, 'price'));
  const compared = numberIn(cell(row, 'comparePrice'));
  // What sells for 0 has that as its price: a discount price of 0 means none.
  const isReduced = price !== null && price > 0 && compared !== null && compared > price;
  const grams = numberIn(cell(row, 'grams'));
  const title = options.map(({ value }) => value).join(' / ');
  const named = filled(cell(row, 'variantName'));
  const given = filled(cell(row, 'sku'))?.replace(/^'(?=\d)/, '');
  const sku =
    given ??
    madeSku(
      draft.handle ?? String(draft.fields.name),
      options.map(({ value }) => value),
    );
  if (!given) draft.notes.push({ line: row.line, column: columns.sku!, text: new Problem('rowSku', { sku }) });
  return {
    line: row.line,
    options,
    isNamed: named !== null,
    fields: {
      sku,
      name: named ?? fitting(title || String(draft.fields.name ?? ''), 200),
      price: (isReduced ? compared : price) ?? undefined,
      discount_price: isReduced ? price : null,
      ...(has('barcode') && { barcode: filled(cell(row, 'barcode'))?.replace(/^'(?=\d)/, '') ?? null }),
      ...(has('grams') && { weight: grams === null ? null : Number((grams / 1000).toFixed(3)) }),
      cost_price: numberIn(cell(row, 'cost_price')) ?? undefined,
      low_stock_threshold: numberIn(cell(row, 'threshold')) ?? undefined,
      ...(filled(cell(row, 'variantStatus')) && { status: filled(cell(row, 'variantStatus')) }),
      ...(has('dimensions') && { dimensions: dimensionsIn(cell(row, 'dimensions')) }),
    },
    stock: stockOf(table, draft, row),
    ...(has('bin') && { bin: filled(cell(row, 'bin')) }),
  };
}

function stockOf({ cell, has, columns }: Table, draft: Draft, row: Row): number | undefined {
  if (/^(continue|true|yes)$/i.test(filled(cell(row, 'policy')) ?? ''))
    draft.notes.push({ line: row.line, column: columns.policy!, text: new Problem('rowBackorder') });
  const stock = numberIn(cell(row, 'stock'));
  const note = (text: Problem) => draft.notes.push({ line: row.line, column: columns.stock!, text });
  if (stock === null) return undefined;
  if (has('tracker') && !filled(cell(row, 'tracker'))) {
    note(new Problem('rowUncounted'));
    return undefined;
  }
  if (stock < 0) note(new Problem('rowBelowZero', { stock }));
  return Math.max(0, stock);
}

function dimensionsIn(cell: string | undefined): object | null {
  const [length, width, height] = (filled(cell) ?? '').split('x').map((part) => numberIn(part));
  return length == null || width == null || height == null ? null : { length, width, height, unit: 'cm' };
}
