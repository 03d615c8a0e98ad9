// Reads what another shop exported, or our own CSV, line by line; which of them it is, its headings say.
import { Problem } from '../problems/problem.ts';
import { ColumnsLeft, type Left } from './columns-left.ts';
import { lineOf, type Stocking } from './draft.ts';
import type { Kind, SkuChoice, Source, WithoutPhone } from './kinds.ts';
import type { Line } from './line.ts';
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
  now?: Date;
};

export type OpenedFile = {
  source: Source;
  lines: AsyncGenerator<Line>;
  /** Columns that have no place here; when all lines were read. */
  left: () => Left[];
};

const names: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', haat: 'CSV' };

const wanted: Record<Kind, string> = {
  products: 'a product export of Shopify (Handle, Title, Variant SKU …) or WooCommerce (ID, Type, SKU, Name …)',
  customers: 'a customer export of Shopify or WooCommerce, or full_name and phone',
  orders: 'an order export of Shopify or WooCommerce, or order_number, customer_phone, sku, quantity and cod_amount',
};

export async function openFile(
  file: string,
  { kind, mediaUrl, stocking, duplicateSkus = 'wait', withoutPhone = 'leave', now = new Date() }: ReadOptions,
): Promise<OpenedFile> {
  const header = await headerOf(file);
  const opened = (
    source: Source,
    lines: (rows: () => AsyncGenerator<Row>) => AsyncGenerator<Line>,
    left: ColumnsLeft,
  ) => ({
    source,
    lines: lines(() => left.watch(afterHeader(file))),
    left: () => left.found(),
  });
  const own = (columns: readonly string[]) => new ColumnsLeft(header, (cell) => columns.includes(cell.toLowerCase()));
  if (kind === 'customers' && isCustomers(header))
    return opened('haat', (rows) => readCustomers(header, rows()), own(customerColumns));
  if (kind === 'orders' && isOrders(header))
    return opened('haat', (rows) => readOrders(header, rows()), own(orderColumns));
  const other =
    kind === 'customers' && OtherCustomers.is(header)
      ? new OtherCustomers(header, withoutPhone)
      : kind === 'orders' && OtherOrders.is(header)
        ? new OtherOrders(header, withoutPhone)
        : null;
  if (other) return opened(other.source, (rows) => other.read(rows()), other.left);
  const source =
    kind !== 'products' ? null : isShopify(header) ? 'shopify' : isWooCommerce(header) ? 'woocommerce' : null;
  if (!source) throw new BrokenFile(1, 1, 'fileHeadings', { wanted: wanted[kind] });
  const drafts = (rows: () => AsyncGenerator<Row>) =>
    source === 'shopify' ? readShopify(header, rows()) : readWooCommerce(header, rows, now);
  const stock: Stocking = stocking && {
    locationId: stocking.locationId,
    reason: stocking.reason ?? `Moved in from ${names[source]}`,
  };
  const taken = duplicateSkus === 'wait' ? new Set<string>() : await skusOf(drafts(() => afterHeader(file)));
  const left = (source === 'shopify' ? shopifyColumnsLeft : wooColumnsLeft)(header, stock !== null);
  return opened(source, (rows) => products(drafts(rows), skuSettler(duplicateSkus, taken), mediaUrl, stock), left);
}

async function headerOf(file: string): Promise<string[]> {
  for await (const { cells } of readRows(file)) return cells.map((cell) => cell.trim());
  throw new BrokenFile(1, 1, 'fileEmpty');
}

async function* afterHeader(file: string): AsyncGenerator<Row> {
  let isHeader = true;
  for await (const row of readRows(file)) {
    if (!isHeader) yield row;
    isHeader = false;
  }
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
