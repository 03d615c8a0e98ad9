// Writes what a store has as a CSV that another shop, or ours, takes in. A page is held at a time.
import { byteOrderMark, csvRow } from '../process/csv.ts';
import { defused } from './cells.ts';
import type { Format, Kind } from './kinds.ts';
import { type Customer, customerSheet, type Order, orderSheet } from './write-own.ts';
import { haatSheet, type Product, type Sheet, shopifySheet, wooSheet } from './write-products.ts';

/** The rows of internal.export_products, export_customers or export_orders after an id. */
export type Page = (after: string | null, most: number) => Promise<{ id: string; document: unknown }[]>;

const pageSize = 100;

/** `options`: how many a variant may have (internal.count_options). */
export async function* writeFile(kind: Kind, as: Format, options: number, page: Page): AsyncGenerator<string> {
  const sheet = sheetOf(kind, as, options);
  const lines = (rows: unknown[][]) =>
    rows.map((row) => csvRow(row.map((cell) => defused(String(cell ?? ''))))).join('');
  yield byteOrderMark + lines([sheet.header]);
  for (let after: string | null = null; ; ) {
    const rows = await page(after, pageSize);
    yield rows.map(({ document }) => lines(sheet.rowsOf(document))).join('');
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}

function sheetOf(kind: Kind, as: Format, options: number): Sheet<unknown> {
  if (kind === 'customers') return customerSheet() as Sheet<Customer> as Sheet<unknown>;
  if (kind === 'orders') return orderSheet() as Sheet<Order> as Sheet<unknown>;
  const make = { shopify: shopifySheet, woocommerce: wooSheet, haat: haatSheet }[as];
  return make(options) as Sheet<Product> as Sheet<unknown>;
}
