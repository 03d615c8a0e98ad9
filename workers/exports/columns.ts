// The columns of an export as CSV. A product has a row for each variant and an order one for each line, as in the exports of
// Shopify: what belongs to the product or order as a whole is in its first row only, so that sums over a column are right;
// the columns that name it are in every row. The guide of exports lists the columns.
//
// A field that is added to a document is a column by itself, behind the others: one that is neither named here nor left out.
import { z } from 'zod';
import { operations } from '../../server/operations/index.ts';
import type { Cell } from '../../server/process/csv.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is whatever the list answers
type Document = any;

type Columns = Record<string, (document: Document) => Cell>;

type Table = {
  /** In every row. */
  every: Columns;
  /** In the first row of a document. */
  first?: Columns;
  /** The parts of a document that have a row each. */
  parts?: (document: Document) => Document[];
  ofPart?: Columns;
  /** Fields that have no column of their name. */
  without: string[];
};

const field = (...path: string[]) => {
  const read = (document: Document): Cell => path.reduce((value, name) => value?.[name], document);
  return read;
};

/** Columns named after the fields of the document. */
const fields = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, field(name)]));

const asJson = (name: string) => (document: Document) =>
  document[name] === null ? '' : JSON.stringify(document[name]);

const options = (part: Document) =>
  part.options.map(({ attribute, value }: Document) => `${attribute}: ${value}`).join('; ');

const named: Record<string, Table> = {
  list_products: {
    every: { product_id: field('id'), product_name: field('name') },
    first: {
      ...fields('slug', 'status', 'short_description', 'description', 'delivery_charge'),
      brand: field('brand', 'name'),
      categories: ({ categories }) => categories.map(({ name }: Document) => name).join('; '),
      image_urls: ({ images }) => images.map(({ url }: Document) => url).join(' '),
      ...fields('created_at', 'updated_at'),
      tags: ({ tags }) => tags.join('; '),
      seo_title: field('seo', 'title'),
      seo_description: field('seo', 'description'),
    },
    parts: ({ variants }) => variants,
    ofPart: {
      variant_id: field('id'),
      ...fields('sku', 'barcode'),
      variant_name: field('name'),
      options,
      ...fields('price', 'discount_price', 'weight', 'low_stock_threshold'),
      variant_status: field('status'),
      variant_image_url: field('image', 'url'),
    },
    without: ['id', 'store_id', 'name', 'thumbnail', 'rating_average', 'rating_count'],
  },
  list_orders: {
    every: { order_id: field('id'), order_number: field('number') },
    first: {
      ...fields('created_at', 'updated_at', 'status', 'payment_status', 'fulfillment_status', 'source'),
      channel: field('channel', 'slug'),
      customer_id: field('customer_id'),
      customer_name: field('customer', 'full_name'),
      customer_phone: field('customer', 'phone'),
      customer_email: field('customer', 'email'),
      shipping_address: asJson('shipping_address'),
      ...fields('subtotal', 'discount_amount'),
      coupon_code: field('coupon', 'code'),
      ...fields('shipping_charge', 'tax_amount', 'total_amount', 'paid_amount', 'due_amount', 'refunded_amount'),
      ...fields('returned_amount', 'waived_amount', 'held_by_courier_amount', 'to_refund_amount'),
      ...fields('with_courier_quantity', 'coming_back_quantity'),
      ...fields('note', 'delivered_at'),
      assignee: field('assignee', 'name'),
      custom_fields: asJson('custom_fields'),
      tags: ({ tags }) => tags.join('; '),
    },
    parts: ({ items }) => items,
    ofPart: {
      line_id: field('id'),
      ...fields('product_id', 'variant_id', 'sku', 'barcode', 'product_name', 'variant_name'),
      options,
      ...fields('quantity', 'delivered_quantity', 'returned_quantity', 'damaged_quantity', 'unit_price'),
      line_with_courier_quantity: field('with_courier_quantity'),
      line_coming_back_quantity: field('coming_back_quantity'),
      line_discount_price: field('discount_price'),
      line_discount_amount: field('discount_amount'),
      line_total: field('line_total'),
    },
    without: ['id', 'store_id', 'number', 'location_id', 'follow_up_at', 'follow_up_note'],
  },
  list_customers: {
    every: {
      customer_id: field('id'),
      ...fields('full_name', 'phone', 'email', 'status', 'type', 'gender', 'created_at', 'updated_at'),
    },
    without: ['id', 'store_id'],
  },
  list_inventory_levels: {
    every: {
      level_id: field('id'),
      ...fields('variant_id', 'sku'),
      barcode: field('variant', 'barcode'),
      product_name: field('variant', 'product_name'),
      variant_name: field('variant', 'name'),
      location_id: field('location_id'),
      location_code: field('location', 'code'),
      location_name: field('location', 'name'),
      ...fields('on_hand', 'reserved', 'available', 'low_stock_threshold', 'is_low_stock', 'status', 'updated_at'),
    },
    without: ['id', 'store_id', 'created_at'],
  },
  list_inventory_movements: {
    every: {
      movement_id: field('id'),
      ...fields('created_at', 'location_id', 'variant_id', 'sku', 'sequence', 'type', 'quantity_change'),
      ...fields('reserved_change', 'on_hand_after', 'reserved_after', 'reason'),
      reference_type: field('reference', 'type'),
      reference_id: field('reference', 'id'),
      reference_number: field('reference', 'number'),
      actor_type: field('actor', 'type'),
      actor_name: field('actor', 'name'),
      request_id: field('request_id'),
    },
    without: ['id', 'store_id'],
  },
};

/** The names of a document's fields that hold one text, number or truth. */
export function plainFields(document: z.ZodObject): string[] {
  const isPlain = (schema: z.core.$ZodType): boolean =>
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
      ? isPlain(schema.unwrap())
      : ['string', 'number', 'boolean', 'enum'].includes(schema._zod.def.type);
  return Object.keys(document.shape).filter((name) => isPlain(document.shape[name]!));
}

/** The columns that are named, and those that follow from the document. */
const withNew = ([operation, table]: [string, Table]): [string, Table] => {
  const { data } = (operations[operation]!.output as z.ZodObject<{ data: z.ZodArray<z.ZodObject> }>).shape;
  const taken = new Set([...Object.keys({ ...table.every, ...table.first }), ...table.without]);
  const more = fields(...plainFields(data.element).filter((name) => !taken.has(name)));
  return [
    operation,
    table.first ? { ...table, first: { ...table.first, ...more } } : { ...table, every: { ...table.every, ...more } },
  ];
};

const tables: Record<string, Table> = Object.fromEntries(Object.entries(named).map(withNew));

export const headings = (operation: string): string[] => {
  const { every, first, ofPart } = tables[operation]!;
  return Object.keys({ ...every, ...first, ...ofPart });
};

/** The columns for the guide: those in every row, those in the first, those of a part. */
export function columnList(operation: string): string {
  const { every, first, ofPart } = tables[operation]!;
  const names = (columns: Columns) =>
    Object.keys(columns)
      .map((name) => `\`${name}\``)
      .join(', ');
  if (!first || !ofPart) return `${names(every)}.`;
  return `In every row ${names(every)}; in the first ${names(first)}. Of each part ${names(ofPart)}.`;
}

/** The rows of a document, of which there is always one. */
export function rowsOf(operation: string, document: unknown): Cell[][] {
  const { every, first = {}, parts, ofPart = {} } = tables[operation]!;
  const found = parts?.(document) ?? [];
  const cells = (columns: Columns, of: unknown) => Object.values(columns).map((read) => (of ? read(of) : ''));
  return [found[0], ...found.slice(1)].map((part, n) => [
    ...cells(every, document),
    ...cells(first, n === 0 ? document : undefined),
    ...cells(ofPart, part),
  ]);
}
