// Reads what another shop exported, or our own CSV, line by line; which of them it is, its headings say.
import { Problem } from '../problems/problem.ts';
import { ColumnsLeft, type Left } from './columns-left.ts';
import { lineOf, type Stocking } from './draft.ts';
import type { Kind, SkuChoice, Source, WithoutPhone } from './kinds.ts';
import type { Line } from './line.ts';
import {
  fieldsOf,
  guess,
  inFile,
  type Mapping,
  mapped,
  missingFields,
  requiredFields,
  samplesOf,
  usable,
} from './mapped.ts';
import { OtherCustomers } from './other-customers.ts';
import { OtherOrders } from './other-orders.ts';
import { customerColumns, isCustomers, isOrders, orderColumns, readCustomers, readOrders } from './own.ts';
import { BrokenFile, type Row, readRows } from './read-rows.ts';
import { isShopify, readShopify, shopifyColumnsLeft } from './shopify.ts';
import { skuSettler, skusOf } from './skus.ts';
import { isWooCommerce, readWooCommerce, wooColumnsLeft } from './woocommerce.ts';

export type ReadOptions = {
  kind: Kind;
  /** Descriptions may show pictures from there. */
  mediaUrl: string;
  stocking: { locationId: string; reason?: string | undefined } | null;
  /** For variants whose SKU stands above already. */
  duplicateSkus?: SkuChoice;
  /** For customers and orders of other shops. */
  withoutPhone?: WithoutPhone;
  /** Of a file whose headings are unknown: which column is which, as it is said now; and as it was said of such files before. */
  columns?: Mapping;
  remembered?: readonly Mapping[];
  now?: Date;
};

export type OpenedFile = {
  source: Source;
  lines: AsyncGenerator<Line>;
  /** Columns that have no place here; when all lines were read. */
  left: () => Left[];
  /** Where the headings are unknown. */
  columns?: ChosenColumns;
};

const names: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', haat: 'CSV', other: 'CSV' };

const wanted: Record<Kind, string> = {
  products: 'a product export of Shopify (Handle, Title, Variant SKU …) or WooCommerce (ID, Type, SKU, Name …)',
  customers: 'a customer export of Shopify or WooCommerce, or full_name and phone',
  orders: 'an order export of Shopify or WooCommerce, or order_number, customer_phone, sku, quantity and cod_amount',
};

/** Of a file whose headings are unknown: which column is taken for which field, and what there is to choose from. */
export type ChosenColumns = {
  headings: string[];
  /** Of each heading the first cells. */
  samples: Record<string, string[]>;
  fields: { field: string; isRequired: boolean; heading: string | null }[];
  mapping: Mapping;
};

/** Which column is which must be said first. */
export class UnknownColumns extends BrokenFile {
  readonly columns: ChosenColumns;

  constructor(line: number, kind: Kind, columns: ChosenColumns) {
    super(line, 1, 'fileHeadings', { wanted: wanted[kind] });
    this.columns = columns;
  }
}

type Rows = () => AsyncGenerator<Row>;
type Reader = { source: Source; lines: (rows: Rows) => AsyncGenerator<Line>; left: ColumnsLeft };

export async function openFile(file: string, options: ReadOptions): Promise<OpenedFile> {
  const { kind, columns, remembered = [] } = options;
  const { header, line, following } = await headerOf(file, (cells) => readerOf(cells, options) !== null);
  const rows = () => afterLine(file, line);
  const opened = ({ source, lines, left }: Reader) => ({
    source,
    lines: lines(() => left.watch(rows())),
    left: () => left.found(),
  });
  const reader = readerOf(header, options);
  if (reader) return opened(reader);
  const before = remembered.find((one) => Object.values(one).every((heading) => header.includes(heading)));
  const mapping = usable(kind, header, columns ?? before ?? guess(kind, header));
  const chosen = {
    headings: header.filter(Boolean),
    samples: samplesOf(header, following),
    fields: fieldsOf[kind].map((field) => ({
      field,
      isRequired: requiredFields[kind].includes(field),
      heading: mapping[field] ?? null,
    })),
    mapping,
  };
  if (missingFields(kind, mapping).length > 0) throw new UnknownColumns(line, kind, chosen);
  const { header: known, row, names: called } = mapped(kind, header, mapping);
  const { lines } = kind === 'products' ? productReader('other', known, options) : readerOf(known, options)!;
  const taken = new Set(Object.values(mapping));
  // What lies at a location, where none was chosen.
  const unplaced = kind === 'products' && !options.stocking ? [mapping.on_hand, mapping.bin] : [];
  const left = new ColumnsLeft(
    header,
    (heading) => taken.has(heading) && !unplaced.includes(heading),
    {},
    (heading) => (unplaced.includes(heading) ? 'columnLeft.stock' : 'columnLeft'),
  );
  const inColumns: Reader['lines'] = (read) =>
    inFile(
      lines(async function* () {
        for await (const one of read()) yield row(one);
      }),
      called,
    );
  return { ...opened({ source: 'other', lines: inColumns, left }), columns: chosen };
}

/** Who reads a file with these headings; null when they are of no shop that is known. */
function readerOf(header: readonly string[], options: ReadOptions): Reader | null {
  const { kind, withoutPhone = 'leave' } = options;
  const own = (columns: readonly string[]) => new ColumnsLeft(header, (cell) => columns.includes(cell.toLowerCase()));
  if (kind === 'products') {
    const source = isShopify(header) ? 'shopify' : isWooCommerce(header) ? 'woocommerce' : null;
    return source && productReader(source, header, options);
  }
  if (kind === 'customers') {
    if (isCustomers(header))
      return { source: 'haat', lines: (rows) => readCustomers([...header], rows()), left: own(customerColumns) };
  } else if (isOrders(header))
    return { source: 'haat', lines: (rows) => readOrders([...header], rows()), left: own(orderColumns) };
  const Other = kind === 'customers' ? OtherCustomers : OtherOrders;
  if (!Other.is(header)) return null;
  const other = new Other(header, withoutPhone);
  return { source: other.source, lines: (rows) => other.read(rows()), left: other.left };
}

function productReader(
  source: 'shopify' | 'woocommerce' | 'other',
  header: readonly string[],
  { mediaUrl, stocking, duplicateSkus = 'wait', now = new Date() }: ReadOptions,
): Reader {
  const drafts = (rows: Rows) =>
    source === 'woocommerce' ? readWooCommerce([...header], rows, now) : readShopify([...header], rows());
  const stock: Stocking = stocking && {
    locationId: stocking.locationId,
    reason: stocking.reason ?? `Moved in from ${names[source]}`,
  };
  const left = (source === 'woocommerce' ? wooColumnsLeft : shopifyColumnsLeft)(header, stock !== null);
  return {
    source,
    left,
    lines: async function* (rows) {
      const taken = duplicateSkus === 'wait' ? new Set<string>() : await skusOf(drafts(rows));
      yield* products(drafts(rows), skuSettler(duplicateSkus, taken), mediaUrl, stock);
    },
  };
}

/** How far down headings are looked for: below a title, a date, blank lines. */
const deepestHeader = 10;

/** The row with the headings: one that is known, else the first of the first ten that is about as wide as the widest. */
async function headerOf(file: string, isKnown: (cells: string[]) => boolean) {
  const rows: Row[] = [];
  for await (const { line, cells } of readRows(file)) {
    rows.push({ line, cells: cells.map((cell) => cell.trim()) });
    if (isKnown(rows.at(-1)!.cells) || rows.length >= deepestHeader) break;
  }
  if (rows.length === 0) throw new BrokenFile(1, 1, 'fileEmpty');
  const width = ({ cells }: Row) => cells.filter(Boolean).length;
  const widest = Math.max(...rows.map(width));
  const known = isKnown(rows.at(-1)!.cells) ? rows.length - 1 : -1;
  const at = known >= 0 ? known : rows.findIndex((row) => width(row) * 2 > widest);
  return { header: rows[at]!.cells, line: rows[at]!.line, following: rows.slice(at + 1) };
}

async function* afterLine(file: string, line: number): AsyncGenerator<Row> {
  for await (const row of readRows(file)) if (row.line > line) yield row;
}

type Drafts = ReturnType<typeof readShopify>;

/** A product that a file has twice is wrong the second time: it would overwrite itself. */
async function* products(
  drafts: Drafts,
  settle: ReturnType<typeof skuSettler>,
  mediaUrl: string,
  stocking: Stocking,
): AsyncGenerator<Line> {
  const handles = new Map<string, number>();
  for await (const draft of drafts) {
    const { handle, problems, columns, line } = draft;
    const earlier = handle === null ? undefined : handles.get(handle);
    if (earlier) problems.push({ line, column: columns.handle!, text: new Problem('rowTwice', { line: earlier }) });
    else if (handle !== null) handles.set(handle, line);
    settle(draft);
    yield lineOf(draft, mediaUrl, stocking);
  }
}
