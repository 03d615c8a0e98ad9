// Reads what another shop exported, or our own CSV, line by line; which of them it is, its headings say.
import { Problem } from '../problems/problem.ts';
import { lineOf, type Stocking } from './draft.ts';
import type { Kind, Source } from './kinds.ts';
import type { Line } from './line.ts';
import { isCustomers, isOrders, readCustomers, readOrders } from './own.ts';
import { BrokenFile, type Row, readRows } from './read-rows.ts';
import { isShopify, readShopify } from './shopify.ts';
import { isWooCommerce, readWooCommerce } from './woocommerce.ts';

export type ReadOptions = {
  kind: Kind;
  /** Descriptions may show pictures from there. */
  mediaUrl: string;
  stocking: { locationId: string; reason?: string | undefined } | null;
  now?: Date;
};

export type OpenedFile = { source: Source; lines: AsyncGenerator<Line> };

const names: Record<Source, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce', haat: 'CSV' };

const wanted: Record<Kind, string> = {
  products: 'a product export of Shopify (Handle, Title, Variant SKU …) or WooCommerce (ID, Type, SKU, Name …)',
  customers: 'full_name and phone',
  orders: 'order_number, customer_phone, sku, quantity and cod_amount',
};

export async function openFile(file: string, { kind, mediaUrl, stocking, now }: ReadOptions): Promise<OpenedFile> {
  const header = await headerOf(file);
  const rows = () => afterHeader(file);
  const opened = (source: Source, lines: AsyncGenerator<Line>): OpenedFile => ({ source, lines });
  if (kind === 'customers' && isCustomers(header)) return opened('haat', readCustomers(header, rows()));
  if (kind === 'orders' && isOrders(header)) return opened('haat', readOrders(header, rows()));
  const source =
    kind !== 'products' ? null : isShopify(header) ? 'shopify' : isWooCommerce(header) ? 'woocommerce' : null;
  if (!source) throw new BrokenFile(1, 1, 'fileHeadings', { wanted: wanted[kind] });
  const drafts = source === 'shopify' ? readShopify(header, rows()) : readWooCommerce(header, rows, now ?? new Date());
  const stock: Stocking = stocking && {
    locationId: stocking.locationId,
    reason: stocking.reason ?? `Moved in from ${names[source]}`,
  };
  return opened(source, products(drafts, mediaUrl, stock));
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

/** What a file says twice is wrong the second time: it would overwrite itself. */
async function* products(drafts: Drafts, mediaUrl: string, stocking: Stocking): AsyncGenerator<Line> {
  const skus = new Map<string, number>();
  const handles = new Map<string, number>();
  for await (const draft of drafts) {
    const { handle, variants, problems, columns, line } = draft;
    const earlier = handle === null ? undefined : handles.get(handle);
    if (earlier) problems.push({ line, column: columns.handle!, text: new Problem('rowTwice', { line: earlier }) });
    else if (handle !== null) handles.set(handle, line);
    for (const variant of variants) {
      const sku = String(variant.fields.sku);
      const first = skus.get(sku);
      if (first)
        problems.push({
          line: variant.line,
          column: columns.sku!,
          text: new Problem('rowTwice.sku', { sku, line: first }),
        });
      else skus.set(sku, variant.line);
    }
    yield lineOf(draft, mediaUrl, stocking);
  }
}
