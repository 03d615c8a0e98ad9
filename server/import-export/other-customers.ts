// Customers as Shopify exports them and as plugins of WooCommerce do: a row a customer, with one address or two.
import { Problem } from '../problems/problem.ts';
import { ColumnsLeft } from './columns-left.ts';
import { Columns } from './headings.ts';
import type { WithoutPhone } from './kinds.ts';
import type { Line, Remark } from './line.ts';
import { type CustomerColumn, customerColumns, customerOf } from './own.ts';
import { phoneOf } from './phone.ts';
import type { Row } from './read-rows.ts';

const headings = {
  first: ['First Name', 'billing_first_name', 'First Name (Billing)'],
  last: ['Last Name', 'billing_last_name', 'Last Name (Billing)'],
  name: ['Name', 'display_name', 'Customer name', 'Full name'],
  email: ['Email', 'user_email', 'billing_email', 'customer_email', 'Email (Billing)'],
  phone: ['Phone', 'billing_phone', 'Phone (Billing)'],
  addressPhone: ['Default Address Phone', 'shipping_phone', 'Phone (Shipping)'],
  company: ['Default Address Company', 'Company', 'billing_company'],
  address1: ['Default Address Address1', 'Address1', 'billing_address_1', 'Address 1 (Billing)'],
  address2: ['Default Address Address2', 'Address2', 'billing_address_2', 'Address 2 (Billing)'],
  city: ['Default Address City', 'City', 'billing_city', 'City (Billing)'],
  zip: ['Default Address Zip', 'Zip', 'Postal code', 'billing_postcode', 'Postcode (Billing)'],
  shippingAddress1: ['shipping_address_1', 'Address 1 (Shipping)'],
  shippingAddress2: ['shipping_address_2', 'Address 2 (Shipping)'],
  shippingCity: ['shipping_city', 'City (Shipping)'],
  shippingZip: ['shipping_postcode', 'Postcode (Shipping)'],
};

type Column = keyof typeof headings;

/** What these say is no loss: numbers that the shop counts itself. */
const usual = {
  'customer id': /./,
  'total spent': /./,
  'total orders': /./,
  'tax exempt': /^(false|no)$/i,
  'accepts email marketing': /^no$/i,
  'accepts sms marketing': /^no$/i,
  'accepts marketing': /^no$/i,
};

export class OtherCustomers {
  readonly source: 'shopify' | 'woocommerce';
  readonly left: ColumnsLeft;
  readonly #columns: Columns<Column>;
  readonly #withoutPhone: WithoutPhone;

  constructor(header: readonly string[], withoutPhone: WithoutPhone) {
    this.#columns = new Columns(headings, header);
    this.#withoutPhone = withoutPhone;
    const isShopify = header.some((heading) => /^(accepts|default address|total spent)/i.test(heading.trim()));
    this.source = isShopify ? 'shopify' : 'woocommerce';
    this.left = new ColumnsLeft(header, this.#columns.isRead, usual);
  }

  static is(header: readonly string[]): boolean {
    const { has } = new Columns(headings, header);
    return has('email') && (has('first') || has('name')) && (has('phone') || has('address1') || has('addressPhone'));
  }

  async *read(rows: AsyncIterable<Row>): AsyncGenerator<Line> {
    for await (const row of rows) yield* this.#lines(row);
  }

  *#lines(row: Row): Generator<Line> {
    const { cell, cells, raw, names } = this.#columns;
    const { line } = row;
    const notes: Remark[] = [];
    const note = (column: Column, text: Problem) => notes.push({ line, column: names[column], text });
    const { phone, unusable } = phoneOf([raw(row, 'phone'), raw(row, 'addressPhone')]);
    const email = cell(row, 'email');
    const called = cells(row, 'first', 'last').join(' ') || cell(row, 'name') || cell(row, 'company');
    const leave =
      phone === null && (email === null || this.#withoutPhone === 'leave')
        ? new Problem(unusable === null ? 'rowNoPhone' : 'rowNoPhone.unusable', { phone: unusable ?? '' })
        : undefined;
    if (!leave && unusable !== null) note('phone', new Problem('rowNoPhone.byEmail', { phone: unusable }));
    if (!leave && !called) note('first', new Problem('rowNamed', { name: email ?? phone! }));
    const own = (first: string | null, second: string | null, city: string | null, zip: string | null) => ({
      full_name: called || email || phone,
      phone,
      email,
      address_line: [first, second].filter(Boolean).join(', ') || null,
      city,
      postal_code: zip?.replace(/^'/, '') ?? null,
    });
    const addresses = [
      own(cell(row, 'address1'), cell(row, 'address2'), cell(row, 'city'), cell(row, 'zip')),
      own(
        cell(row, 'shippingAddress1'),
        cell(row, 'shippingAddress2'),
        cell(row, 'shippingCity'),
        cell(row, 'shippingZip'),
      ),
    ];
    const [first, second] = addresses;
    const called2 = (field: CustomerColumn) => this.#nameOf(field);
    const made = lineOf(row, first!, called2);
    yield leave
      ? { ...made, input: null, problems: [], notes: [{ line, column: names.phone, text: leave }], isLeft: true }
      : { ...made, notes };
    if (!leave && second!.address_line && second!.address_line !== first!.address_line)
      yield lineOf(row, second!, called2);
  }

  #nameOf(field: CustomerColumn): string {
    const { names } = this.#columns;
    const known: Partial<Record<CustomerColumn, Column>> = {
      full_name: 'first',
      phone: 'phone',
      email: 'email',
      address_line: 'address1',
      city: 'city',
      postal_code: 'zip',
    };
    const column = known[field];
    return column ? names[column] : field;
  }
}

/** A row as our own CSV has it. */
function lineOf(
  { line }: Row,
  own: Partial<Record<CustomerColumn, string | null>>,
  nameOf: (field: CustomerColumn) => string,
): Line {
  const cells = customerColumns.map((column) => own[column] ?? '');
  const made = customerOf((_, column) => own[column as CustomerColumn] ?? null, { line, cells });
  const place = made.placeOf;
  const placeOf = (field: string) => ({ line, column: nameOf(place(field).column as CustomerColumn) });
  return {
    ...made,
    placeOf,
    problems: made.problems.map((one) => ({ ...one, column: nameOf(one.column as CustomerColumn) })),
  };
}
