// Products as WooCommerce exports them: a row a product; a variable product's variations are rows of their own, anywhere in the
// file, that name it by its number or SKU. So the file is read twice: first for its variations, which are small.
import { Problem } from '../problems/problem.ts';
import { filled, isYes, listIn, numberIn } from './cells.ts';
import { ColumnsLeft } from './columns-left.ts';
import { cellsIn, type Draft, type DraftVariant, fitting, madeSku } from './draft.ts';
import { addTo, type Group, tooMany } from './groups.ts';
import type { Row } from './read-rows.ts';

const headings = {
  id: 'ID',
  type: 'Type',
  sku: 'SKU',
  barcode: 'GTIN, UPC, EAN, or ISBN',
  name: 'Name',
  published: 'Published',
  visibility: 'Visibility in catalog',
  short_description: 'Short description',
  description: 'Description',
  saleStarts: 'Date sale price starts',
  saleEnds: 'Date sale price ends',
  stock: 'Stock',
  backorders: 'Backorders allowed?',
  low_stock_threshold: 'Low stock amount',
  discount_price: 'Sale price',
  price: 'Regular price',
  categories: 'Categories',
  tags: 'Tags',
  images: 'Images',
  parent: 'Parent',
  brand: 'Brands',
  handle: 'Slug',
} as const;

type Column = keyof typeof headings;

const same = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();

export const isWooCommerce = (header: readonly string[]) =>
  (['type', 'sku', 'name', 'price'] as const).every((column) => header.some((cell) => same(cell, headings[column])));

/** What these say is so here anyway, unless they say something else. */
const usual = {
  'is featured?': /^0$/,
  'tax status': /^taxable$/i,
  'in stock?': /./,
  'sold individually?': /^0$/,
  'allow customer reviews?': /./,
  position: /./,
};

/** `isStocked`: whether stock is taken over, and so read. */
export const wooColumnsLeft = (header: readonly string[], isStocked: boolean) =>
  new ColumnsLeft(
    header,
    (heading) =>
      (isStocked || !same(headings.stock, heading)) &&
      (/^(attribute \d+ (name|value\(s\)|visible|global|default)|(weight|length|width|height) \(.*\))$/i.test(
        heading,
      ) ||
        Object.values(headings).some((one) => same(one, heading))),
    usual,
    (heading) => (same(headings.stock, heading) ? 'columnLeft.stock' : 'columnLeft'),
  );

const kilograms: Record<string, number> = { kg: 1, g: 0.001, lbs: 0.45359237, oz: 0.028349523125 };
const centimetres: Record<string, number> = { cm: 1, m: 100, mm: 0.1, in: 2.54, yd: 91.44 };

class Table {
  readonly columns: Record<string, string> = { ...headings };
  readonly #at = new Map<string, number>();
  /** Attributes are in groups of columns, numbered from 1. */
  readonly #attributes: number[];

  readonly header: readonly string[];

  constructor(header: readonly string[]) {
    this.header = header;
    for (const [at, cell] of header.entries()) this.#at.set(cell.trim().toLowerCase(), at);
    this.#attributes = [...this.#at.keys()].flatMap((heading) => {
      const n = /^attribute (\d+) name$/.exec(heading)?.[1];
      return n ? [Number(n)] : [];
    });
    Object.assign(this.columns, { options: 'Attribute 1 value(s)', weight: 'Weight', dimensions: 'Length' });
  }

  has = (column: Column) => this.#at.has(headings[column].toLowerCase());
  cell = (row: Row, column: Column) => this.named(row, headings[column]);
  named = (row: Row, heading: string) => row.cells[this.#at.get(heading.toLowerCase()) ?? -1];

  /** A measure in our unit, by the unit in the heading. */
  measure(row: Row, what: string, units: Record<string, number>): number | null {
    for (const [unit, size] of Object.entries(units)) {
      const found = numberIn(this.named(row, `${what} (${unit})`));
      if (found !== null) return Number((found * size).toFixed(3));
    }
    return null;
  }

  /** Those before the row ends: headings may be many more than its cells. */
  attributesIn({ cells }: Row): number[] {
    const end = this.#attributes.findIndex((n) => this.#at.get(`attribute ${n} name`)! >= cells.length);
    return end < 0 ? this.#attributes : this.#attributes.slice(0, end);
  }

  attributesOf(row: Row): { attribute: string; value: string }[] {
    return this.attributesIn(row).flatMap((n) => {
      const attribute = filled(this.named(row, `Attribute ${n} name`));
      const value = filled(this.named(row, `Attribute ${n} value(s)`));
      return attribute && value ? [{ attribute, value }] : [];
    });
  }

  kindOf = (row: Row) => {
    const words = (this.cell(row, 'type') ?? '').split(',').map((word) => word.trim().toLowerCase());
    return words.find((word) => ['variable', 'variation', 'grouped', 'external'].includes(word)) ?? 'simple';
  };
}

export async function* readWooCommerce(
  header: string[],
  rows: () => AsyncIterable<Row>,
  now: Date,
): AsyncGenerator<Draft> {
  const table = new Table(header);
  const variations = new Map<string, Group>();
  for await (const row of rows()) {
    if (table.kindOf(row) !== 'variation') continue;
    const parent = parentKey(table.cell(row, 'parent'));
    const known = variations.get(parent);
    if (known) addTo(known, row);
    else variations.set(parent, { rows: [row], count: 1 });
  }
  for await (const row of rows()) {
    const kind = table.kindOf(row);
    if (kind === 'variation') continue;
    const keys = [`id:${filled(table.cell(row, 'id'))}`, parentKey(table.cell(row, 'sku'))].filter((key) => key !== '');
    const own = keys.flatMap((key) => variations.get(key) ?? []);
    for (const key of keys) variations.delete(key);
    const draft = draftOf(
      table,
      row,
      kind,
      own.flatMap((group) => group.rows),
      now,
    );
    for (const text of own.flatMap((group) => tooMany(group) ?? []))
      draft.problems.push({ line: row.line, column: headings.type, text });
    yield draft;
  }
  for (const [parent, orphans] of variations) {
    const gone = new Problem('rowProductGone', { product: parent || 'named' });
    for (const [n, row] of orphans.rows.entries()) yield lost(table, row, (n === 0 && tooMany(orphans)) || gone);
  }
}

const parentKey = (cell: string | undefined) => (filled(cell) ?? '').toLowerCase();

function lost(table: Table, row: Row, text: Problem): Draft {
  const draft = empty(table, row);
  draft.problems.push({ line: row.line, column: headings.parent, text });
  return draft;
}

function empty(table: Table, row: Row, variations: Row[] = []): Draft {
  const { cell, columns } = table;
  const name = filled(cell(row, 'name')) ?? undefined;
  return {
    line: row.line,
    handle: filled(cell(row, 'handle')),
    columns,
    fields: { name },
    variants: [],
    images: [],
    problems: [],
    notes: [],
    doubtful: [],
    cellAt: cellsIn(table.header, [row, ...variations]),
  };
}

function draftOf(table: Table, row: Row, kind: string, variations: Row[], now: Date): Draft {
  const { cell, has } = table;
  const draft = empty(table, row, variations);
  const { line } = row;
  if (kind === 'grouped' || kind === 'external') {
    draft.problems.push({ line, column: headings.type, text: new Problem('rowNotSold', { kind }) });
    return draft;
  }
  Object.assign(draft.fields, {
    ...(has('description') && { description: textIn(cell(row, 'description')) }),
    ...(has('short_description') && { short_description: textIn(cell(row, 'short_description')) }),
    ...(has('tags') && { tags: listIn(cell(row, 'tags')) }),
    status: 'draft',
  });
  const note = (column: Column, text: Problem) => draft.notes.push({ line, column: headings[column], text });
  // Private, and hidden from lists and searches: not shown there, so not here.
  if (filled(cell(row, 'published')) === '0') note('published', new Problem('rowUnpublished'));
  else if (/^hidden$/i.test(filled(cell(row, 'visibility')) ?? ''))
    note('visibility', new Problem('rowUnpublished.hidden'));
  else if (filled(cell(row, 'published')) === '1') draft.fields.status = 'active';
  const [brand = null, ...brands] = listIn(cell(row, 'brand'));
  if (has('brand')) draft.brand = brand;
  if (brands.length > 0) note('brand', new Problem('columnLeft.first', { first: brand! }));
  if (kind === 'variable' && numberIn(cell(row, 'stock')) !== null) note('stock', new Problem('columnLeft.shared'));
  if (kind === 'simple')
    for (const n of table.attributesIn(row))
      if (filled(table.named(row, `Attribute ${n} value(s)`)))
        draft.notes.push({ line, column: `Attribute ${n} value(s)`, text: new Problem('columnLeft.attribute') });
  if (has('categories'))
    draft.categories = listIn(cell(row, 'categories'))
      .filter((path) => path !== 'Uncategorized')
      .map((path) =>
        path
          .split('>')
          .map((part) => part.trim())
          .filter(Boolean),
      );
  for (const url of listIn(cell(row, 'images'))) draft.images.push({ line, url, alt: null });
  const sold = kind === 'variable' ? variations : [row];
  if (sold.length === 0) draft.problems.push({ line, column: headings.type, text: new Problem('rowNoVariants') });
  for (const one of sold) {
    draft.variants.push(variantOf(table, draft, one, row, now));
    if (one === row) continue;
    for (const [n, url] of listIn(cell(one, 'images')).entries())
      draft.images.push({ line: one.line, url, alt: null, ...(n === 0 && { ofVariant: draft.variants.length - 1 }) });
    if (filled(cell(one, 'description')))
      draft.notes.push({ line: one.line, column: headings.description, text: new Problem('columnLeft.variant') });
  }
  return draft;
}

/** Line breaks are written as \n there, and a \n that is meant has one backslash more. */
const textIn = (cell: string | undefined) =>
  filled(cell)?.replaceAll(/\\\\n|\\n/g, (found) => (found === '\\n' ? '\n' : '\\n')) ?? null;

function variantOf(table: Table, draft: Draft, row: Row, parent: Row, now: Date): DraftVariant {
  const { cell, has } = table;
  const options = row === parent ? [] : table.attributesOf(row);
  const note = (column: Column, text: Problem) => draft.notes.push({ line: row.line, column: headings[column], text });
  const given = filled(cell(row, 'sku'));
  const sku = given ?? madeSku(`woo-${filled(cell(row, 'id')) ?? String(draft.fields.name)}`, []);
  if (!given) note('sku', new Problem('rowSku', { sku }));
  const title = options.map(({ value }) => value).join(' / ');
  const discount = numberIn(cell(row, 'discount_price'));
  const isOver = [cell(row, 'saleEnds'), cell(row, 'saleStarts')].some((day, n) => {
    const at = filled(day) ? new Date(day!) : null;
    return at !== null && (n === 0 ? at.getTime() + 86_400_000 <= now.getTime() : at > now);
  });
  if (discount !== null && isOver) note('discount_price', new Problem('rowOffer'));
  // What sells for 0 has that as its price: a discount price of 0 means none.
  const isFree = discount === 0 && !isOver;
  const [length, width, height] = ['Length', 'Width', 'Height'].map((what) => table.measure(row, what, centimetres));
  const isMeasured = length != null && width != null && height != null;
  const stock = numberIn(cell(row, 'stock'));
  if (stock !== null && stock < 0) note('stock', new Problem('rowBelowZero', { stock }));
  if (stock === null && has('stock')) note('stock', new Problem('rowUncounted'));
  if (/^(1|yes|notify)$/i.test(filled(cell(row, 'backorders')) ?? '')) note('backorders', new Problem('rowBackorder'));
  return {
    line: row.line,
    options,
    fields: {
      sku,
      name: fitting(title || String(draft.fields.name ?? ''), 200),
      price: isFree ? 0 : (numberIn(cell(row, 'price')) ?? undefined),
      discount_price: isOver || isFree ? null : discount,
      ...(has('barcode') && { barcode: filled(cell(row, 'barcode'))?.replace(/^'(?=\d)/, '') ?? null }),
      weight: table.measure(row, 'Weight', kilograms),
      dimensions: isMeasured ? { length, width, height, unit: 'cm' } : null,
      low_stock_threshold: numberIn(cell(row, 'low_stock_threshold')) ?? undefined,
      ...(row !== parent && { status: isYes(cell(row, 'published')) ? 'active' : 'inactive' }),
    },
    stock: stock === null ? undefined : Math.max(0, stock),
  };
}
