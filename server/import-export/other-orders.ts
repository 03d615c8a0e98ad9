// Orders as Shopify exports them and as plugins of WooCommerce do: rows of one order below each other, what belongs to the order
// in the first, a row an item; or one row with all items in columns of their own (line_item_1 …). Only what is still to be sent
// is taken in: the rest is told and left.
import { Problem } from '../problems/problem.ts';
import { filled, numberIn } from './cells.ts';
import { ColumnsLeft } from './columns-left.ts';
import { groupsOf, whole } from './groups.ts';
import { Columns } from './headings.ts';
import type { WithoutPhone } from './kinds.ts';
import { type Line, type Remark, unreadable } from './line.ts';
import { type OrderColumn, orderOf } from './own.ts';
import { phoneOf } from './phone.ts';
import type { Row } from './read-rows.ts';
import { grossOf, type Sold, spread } from './spread.ts';

const headings = {
  number: ['Order Number', 'order_number', 'Order #', 'Name', 'Order ID', 'order_id'],
  status: ['Order Status', 'status'],
  financial: ['Financial Status'],
  fulfilment: ['Fulfillment Status'],
  cancelled: ['Cancelled at'],
  email: ['Email', 'Email (Billing)', 'billing_email', 'customer_email'],
  phone: ['Phone', 'Phone (Billing)', 'billing_phone'],
  shippingPhone: ['Shipping Phone', 'Phone (Shipping)'],
  billingPhone: ['Billing Phone'],
  subtotal: ['Subtotal'],
  charge: ['Shipping', 'Order Shipping Amount', 'shipping_total', 'order_shipping'],
  tax: ['Taxes', 'Order Total Tax Amount', 'tax_total', 'total_tax'],
  total: ['Total', 'Order Total Amount', 'order_total'],
  discount: ['Discount Amount', 'Cart Discount Amount', 'discount_total', 'cart_discount'],
  code: ['Discount Code', 'Coupon Code', 'coupon_items', 'coupons'],
  refunded: ['Refunded Amount', 'Order Refund Amount', 'refunded_total'],
  outstanding: ['Outstanding Balance'],
  method: ['Payment Method Title', 'payment_method_title', 'Payment Method', 'payment_method'],
  reference: ['Payment Reference', 'Transaction ID', 'transaction_id'],
  paidAt: ['Paid at', 'Paid Date', 'paid_date'],
  note: ['Notes', 'Customer Note', 'customer_note'],
  tags: ['Tags'],
  quantity: ['Lineitem quantity', 'Quantity', 'item_quantity'],
  price: ['Lineitem price', 'Item Cost', 'item_price'],
  lineTotal: ['Order Line Total', 'item_total'],
  lineDiscount: ['Lineitem discount'],
  lineStatus: ['Lineitem fulfillment status'],
  item: ['Lineitem name', 'Item Name', 'item_name'],
  sku: ['Lineitem sku', 'SKU', 'item_sku'],
  name: ['Shipping Name'],
  first: ['First Name (Shipping)', 'shipping_first_name'],
  last: ['Last Name (Shipping)', 'shipping_last_name'],
  billingName: ['Billing Name'],
  billingFirst: ['First Name (Billing)', 'billing_first_name'],
  billingLast: ['Last Name (Billing)', 'billing_last_name'],
  address1: ['Shipping Address1', 'Address 1&2 (Shipping)', 'Address 1 (Shipping)', 'shipping_address_1'],
  address2: ['Shipping Address2', 'Address 2 (Shipping)', 'shipping_address_2'],
  city: ['Shipping City', 'City (Shipping)', 'shipping_city'],
  zip: ['Shipping Zip', 'Postcode (Shipping)', 'shipping_postcode'],
  billing1: ['Billing Address1', 'Address 1&2 (Billing)', 'Address 1 (Billing)', 'billing_address_1'],
  billing2: ['Billing Address2', 'Address 2 (Billing)', 'billing_address_2'],
  billingCity: ['Billing City', 'City (Billing)', 'billing_city'],
  billingZip: ['Billing Zip', 'Postcode (Billing)', 'billing_postcode'],
};

type Column = keyof typeof headings;

/** What these say is no loss. */
const usual = Object.fromEntries(
  [
    ...[
      'id',
      'order id',
      'currency',
      'order currency',
      'vendor',
      'source',
      'risk level',
      'shipping street',
      'billing street',
    ],
    ...[
      'lineitem compare at price',
      'lineitem requires shipping',
      'lineitem taxable',
      'payment id',
      'payment references',
    ],
    ...[
      'shipping country',
      'billing country',
      'shipping province',
      'billing province',
      'location',
      'device id',
      'employee',
    ],
  ].map((heading) => [heading, /./]),
);

/** What WooCommerce calls an order that is still to be sent. */
const open = new Map([
  ['pending', 'pending'],
  ['pending payment', 'pending'],
  ['on-hold', 'hold'],
  ['on hold', 'hold'],
  ['processing', 'confirmed'],
]);

const itemNumbers = ['quantity', 'price', 'lineTotal'] as const;
const numbers = ['subtotal', 'charge', 'tax', 'total', 'outstanding', ...itemNumbers] as const;

const money = (cents: number) => (cents / 100).toFixed(2);
/** A part of a cent too, where the price of one is what a line costs by its quantity. */
const exactly = (cell: string | null) => (numberIn(cell ?? undefined) ?? 0) * 100;
const cents = (cell: string | null) => Math.round(exactly(cell));

export class OtherOrders {
  readonly source: 'shopify' | 'woocommerce';
  readonly left: ColumnsLeft;
  readonly #columns: Columns<Column>;
  /** Where columns have whole items. */
  readonly #items: number[];
  readonly #withoutPhone: WithoutPhone;

  constructor(header: readonly string[], withoutPhone: WithoutPhone) {
    this.#columns = new Columns(headings, header);
    this.#withoutPhone = withoutPhone;
    this.#items = itemColumns(header);
    this.source = this.#columns.has('financial') ? 'shopify' : 'woocommerce';
    this.left = new ColumnsLeft(header, (cell) => this.#columns.isRead(cell) || isItem(cell), usual);
  }

  static is(header: readonly string[]): boolean {
    const { has } = new Columns(headings, header);
    const hasItems = itemColumns(header).length > 0 || (has('sku') && has('quantity'));
    return has('number') && has('total') && hasItems && (has('financial') || has('status'));
  }

  async *read(rows: AsyncIterable<Row>): AsyncGenerator<Line> {
    const number = (row: Row | undefined) => row && this.#columns.cell(row, 'number');
    for await (const group of groupsOf(rows, (row, first) => number(row) === null || number(row) === number(first)))
      yield whole(this.#lineOf(group.rows), group, this.#columns.names.number);
  }

  #lineOf(rows: Row[]): Line {
    const { names, cell } = this.#columns;
    const [first] = rows as [Row];
    const { line } = first;
    const name = cell(first, 'number') ?? '';
    const state = this.#stateOf(first, rows);
    if ('isLeft' in state || 'isRefused' in state) {
      const told = [{ line: state.line ?? line, column: names[state.column], text: state.text }];
      const none = { line, name, input: null, placeOf: () => ({ line, column: '' }) };
      return 'isLeft' in state
        ? { ...none, problems: [], notes: told, isLeft: true }
        : { ...none, problems: told, notes: [] };
    }
    const notes: Remark[] = [];
    const { own, isByEmail } = this.#ownOf(rows, state.status, notes);
    const made = orderOf((row, column) => own.get(row)?.[column as OrderColumn] ?? null, [...own.keys()], isByEmail);
    const placeOf = (field: string) => {
      const place = made.placeOf(field);
      return { ...place, column: this.#nameOf(place.column as OrderColumn) };
    };
    const problems = made.problems.map((one) => ({ ...one, column: this.#nameOf(one.column as OrderColumn) }));
    return { ...made, placeOf, problems, notes };
  }

  /** Whether an order is still to be sent as a whole, and with which status; or what speaks against it. */
  #stateOf(first: Row, rows: Row[]): State {
    const { cell } = this.#columns;
    const word = (column: Column, row = first) => cell(row, column)?.toLowerCase() ?? '';
    const left = (column: Column, status: string): State => ({
      isLeft: true,
      column,
      text: new Problem('rowClosed', { status }),
    });
    const refused = (column: Column, key: string): State => ({ isRefused: true, column, text: new Problem(key) });
    let status: string | undefined = 'pending';
    if (this.source === 'shopify') {
      if (cell(first, 'cancelled')) return left('cancelled', 'cancelled');
      if (['refunded', 'voided', 'expired'].includes(word('financial'))) return left('financial', word('financial'));
      if (['fulfilled', 'restocked'].includes(word('fulfilment'))) return left('fulfilment', word('fulfilment'));
      if (word('fulfilment') === 'partial' || rows.some((row) => word('lineStatus', row) === 'fulfilled'))
        return refused('fulfilment', 'rowClosed.partly');
      if (word('fulfilment') === 'on_hold') status = 'hold';
    } else {
      const said = word('status').replace(/^wc-/, '');
      status = open.get(said);
      if (!status) return left('status', said);
    }
    if (cents(cell(first, 'refunded')) !== 0) return refused('refunded', 'rowClosed.refunds');
    // What is to be collected is never guessed.
    if (word('financial') === 'authorized') return refused('financial', 'rowAuthorized');
    if (cell(first, 'total') === null) return refused('total', 'required');
    if (word('financial') === 'partially_paid' && cell(first, 'outstanding') === null)
      return refused('outstanding', 'required');
    for (const row of rows)
      for (const column of row === first ? numbers : itemNumbers) {
        const text = unreadable(cell(row, column));
        if (text) return { isRefused: true, line: row.line, column, text };
      }
    if (this.#phoneOf(first).phone !== null) return { status };
    const { unusable } = this.#phoneOf(first);
    if (this.#withoutPhone === 'email' && cell(first, 'email') !== null) return { status };
    const key = unusable === null ? 'rowNoPhone' : 'rowNoPhone.unusable';
    return { isLeft: true, column: 'phone', text: new Problem(key, { phone: unusable ?? '' }) };
  }

  #phoneOf(row: Row) {
    const { raw } = this.#columns;
    return phoneOf([raw(row, 'shippingPhone'), raw(row, 'phone'), raw(row, 'billingPhone')]);
  }

  /** The order in our own columns, a row an item. */
  #ownOf(rows: Row[], status: string, notes: Remark[]) {
    const { cell, cells, names } = this.#columns;
    const [first] = rows as [Row];
    const note = (column: Column, text: Problem) => notes.push({ line: first.line, column: names[column], text });
    const { phone, unusable } = this.#phoneOf(first);
    const isByEmail = phone === null;
    if (isByEmail && unusable !== null) note('phone', new Problem('rowNoPhone.byEmail', { phone: unusable }));
    const { total, charge, tax, paid, sold } = this.#amountsOf(rows, note);
    const shipping = [
      cells(first, 'address1', 'address2').join(', '),
      cell(first, 'city'),
      cell(first, 'zip'),
    ] as const;
    const billing = [
      cells(first, 'billing1', 'billing2').join(', '),
      cell(first, 'billingCity'),
      cell(first, 'billingZip'),
    ] as const;
    const [street, city, zip] = shipping[0] ? shipping : billing;
    if (shipping[0] && billing[0] && billing[0] !== shipping[0]) note('billing1', new Problem('columnLeft.billing'));
    const called = [cell(first, 'name'), cells(first, 'first', 'last').join(' ')].find(Boolean);
    const billed = [cell(first, 'billingName'), cells(first, 'billingFirst', 'billingLast').join(' ')].find(Boolean);
    const order: Own = {
      order_number: cell(first, 'number')?.replace(/^#/, '') ?? null,
      status,
      customer_name: called || billed || cell(first, 'email'),
      customer_phone: phone,
      customer_email: cell(first, 'email'),
      address_line: street || null,
      city,
      postal_code: zip?.replace(/^'/, '') ?? null,
      shipping_charge: money(charge),
      tax_amount: money(tax),
      paid_amount: money(paid),
      payment_method: paid > 0 ? cell(first, 'method') : null,
      transaction_id: paid > 0 ? cell(first, 'reference') : null,
      cod_amount: money(total - paid),
      note: cell(first, 'note'),
      tags: cell(first, 'tags'),
    };
    const items = sold.map(({ line, sku, quantity, cents: each }, n) => [
      { line, cells: [] } as Row,
      { ...(n === 0 && order), sku, quantity: String(quantity), unit_price: money(each) } as Own,
    ]) as [Row, Own][];
    return { own: new Map(items), isByEmail };
  }

  /** What is to be paid, is paid, and what each item costs after discounts, which here are in the prices of the lines. */
  #amountsOf(rows: Row[], note: (column: Column, text: Problem) => void) {
    const { cell, has } = this.#columns;
    const [first] = rows as [Row];
    const amount = (column: Column) => cents(cell(first, column));
    const [total, charge] = [amount('total'), amount('charge')];
    const isShopify = this.source === 'shopify';
    // Prices there may hold the tax already; what is more than the tax is a tip or a duty.
    const beside = Math.max(0, total - amount('subtotal') - charge);
    const tax = isShopify && has('subtotal') ? Math.min(beside, has('tax') ? amount('tax') : beside) : amount('tax');
    const items = this.#items.length > 0 ? this.#itemsOf(first) : rows.flatMap((row) => this.#itemOf(row) ?? []);
    // An order without an item is refused for what it lacks.
    if (items.length === 0) items.push({ line: first.line, sku: null, quantity: 0, cents: 0 });
    const goods = total - charge - tax;
    const gross = Math.round(grossOf(items));
    if (gross > goods && goods >= 0) {
      const values = { amount: money(gross - goods), code: cell(first, 'code') ?? '–' };
      note('discount', new Problem('rowDiscount', values));
    }
    const isPaid = isShopify
      ? cell(first, 'financial')?.toLowerCase() === 'paid'
      : Boolean(cell(first, 'paidAt') ?? cell(first, 'reference')) &&
        !/cash on delivery|^cod$/i.test(cell(first, 'method') ?? '');
    const isPartly = isShopify && cell(first, 'financial')?.toLowerCase() === 'partially_paid';
    const paid = isPaid ? total : isPartly ? total - amount('outstanding') : 0;
    return { total, charge, tax, paid, sold: spread(items, goods) };
  }

  #itemOf(row: Row): Sold | null {
    const { cell, has } = this.#columns;
    const quantity = numberIn(cell(row, 'quantity') ?? undefined);
    if (quantity === null && cell(row, 'sku') === null && cell(row, 'item') === null) return null;
    const each = has('price') || !quantity ? exactly(cell(row, 'price')) : exactly(cell(row, 'lineTotal')) / quantity;
    return {
      line: row.line,
      sku: cell(row, 'sku')?.replace(/^'(?=\d)/, '') ?? null,
      quantity: quantity ?? 0,
      cents: each,
    };
  }

  /** name:Saree|product_id:7|sku:JAM|quantity:2|total:900.00|sub_total:1000.00 */
  #itemsOf(row: Row): Sold[] {
    return this.#items.flatMap((at) => {
      const text = filled(row.cells[at]);
      if (!text) return [];
      const parts = new Map(text.split('|').map((part) => part.split(/:(.*)/s).slice(0, 2) as [string, string]));
      const quantity = numberIn(parts.get('quantity')) ?? 0;
      const all = exactly(parts.get('sub_total') ?? parts.get('total') ?? null);
      return [{ line: row.line, sku: filled(parts.get('sku')), quantity, cents: quantity ? all / quantity : 0 }];
    });
  }

  #nameOf(column: OrderColumn): string {
    const known: Partial<Record<OrderColumn, Column>> = {
      order_number: 'number',
      status: 'status',
      customer_name: 'name',
      customer_phone: 'phone',
      customer_email: 'email',
      address_line: 'address1',
      city: 'city',
      postal_code: 'zip',
      sku: 'sku',
      quantity: 'quantity',
      unit_price: 'price',
      shipping_charge: 'charge',
      tax_amount: 'tax',
      paid_amount: 'total',
      payment_method: 'method',
      transaction_id: 'reference',
      cod_amount: 'total',
      note: 'note',
      tags: 'tags',
    };
    const own = known[column];
    return own ? this.#columns.names[own] : column;
  }
}

type Own = Partial<Record<OrderColumn, string | null>>;

type State =
  | { status: string }
  | { isLeft: true; line?: number; column: Column; text: Problem }
  | { isRefused: true; line?: number; column: Column; text: Problem };

const isItem = (heading: string) => /^line_item_\d+$/i.test(heading.trim());
const itemColumns = (header: readonly string[]) => header.flatMap((cell, at) => (isItem(cell) ? [at] : []));
