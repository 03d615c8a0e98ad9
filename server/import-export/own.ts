// Customers and open orders as our own documented CSV has them: server/docs/guides/moving-in.md.
import { z } from 'zod';
import type { Fields } from '../gate/errors.ts';
import { type Checked, checkInput, type Sent } from '../gate/input.ts';
import { operations } from '../operations/index.ts';
import { email, money, name, text, transactionId } from '../operations/schemas.ts';
import { Problem, saying } from '../problems/problem.ts';
import { filled, listIn, numberIn } from './cells.ts';
import { groupsOf, whole } from './groups.ts';
import { type Line, remarksOf, tellUnreadable } from './line.ts';
import type { Row } from './read-rows.ts';

export const customerColumns = [
  'full_name',
  'phone',
  'email',
  'gender',
  'status',
  'address_line',
  'area',
  'city',
  'postal_code',
] as const;

export const orderColumns = [
  'order_number',
  'status',
  'customer_name',
  'customer_phone',
  'customer_email',
  'address_line',
  'area',
  'city',
  'postal_code',
  'sku',
  'quantity',
  'unit_price',
  'shipping_charge',
  'tax_amount',
  'paid_amount',
  'payment_method',
  'transaction_id',
  'cod_amount',
  'note',
  'tags',
] as const;

const addressColumns = ['address_line', 'area', 'city', 'postal_code'] as const;

export type CustomerColumn = (typeof customerColumns)[number];
export type OrderColumn = (typeof orderColumns)[number];

export const isCustomers = (header: readonly string[]) => holds(header, ['full_name', 'phone']);
export const isOrders = (header: readonly string[]) =>
  holds(header, ['order_number', 'customer_phone', 'sku', 'quantity', 'cod_amount']);

const holds = (header: readonly string[], columns: readonly string[]) =>
  columns.every((column) => header.some((cell) => cell.trim().toLowerCase() === column));

const readerOf = (header: readonly string[]) => {
  const at = new Map(header.map((cell, n) => [cell.trim().toLowerCase(), n]));
  return (row: Row, column: string) => filled(row.cells[at.get(column) ?? -1]);
};

/** The text of a cell, null when it is empty. */
export type Cell = (row: Row, column: string) => string | null;

const createCustomer = operations.create_customer!;
const createOrder = operations.create_order!;

const openStatuses = ['pending', 'confirmed', 'follow_up', 'hold'];

// What a line has beside the fields of the operation.
const besideCustomer = z.strictObject({ address: z.record(z.string(), text(2000)).optional() });
const besideOrder = z.strictObject({
  reference: z.string(saying('required.takenOnce')).max(100, saying('tooLong.haveCharacters', { most: 100 })),
  status: z.enum(openStatuses, saying('rowNotOpen', { statuses: openStatuses.join(', ') })),
  customer_by_email: z.strictObject({ full_name: name, email }).optional(),
  paid_amount: money,
  cod_amount: money,
  payment_method: name.optional(),
  transaction_id: transactionId.optional(),
});

/** What the file calls otherwise. */
const columnOf: Record<string, string> = {
  'payment.amount': 'paid_amount',
  'payment.payment_method_id': 'payment_method',
  transactionId: 'transaction_id',
  reference: 'order_number',
  shipping_address: 'address_line',
};

/** Only what the file says: an empty cell changes nothing of a customer who is known. */
const said = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

export async function* readCustomers(header: string[], rows: AsyncIterable<Row>): AsyncGenerator<Line> {
  const cell = readerOf(header);
  for await (const row of rows) yield customerOf(cell, row);
}

/** A customer as a row of our own CSV has it. */
export function customerOf(cell: Cell, row: Row): Line {
  const fields = ['full_name', 'phone', 'email', 'gender', 'status'].map((column) => [column, cell(row, column)]);
  const checked = checkInput(createCustomer.input, said(Object.fromEntries(fields)));
  const address = addressOf(cell, row);
  const others = checkInput(besideCustomer, { ...(address && { address }) });
  const found = problemsOf(checked, others);
  if (!cell(row, 'phone') && !cell(row, 'email')) found.phone ??= [new Problem('rowContact')];
  const placeOf = (field: string) => ({ line: row.line, column: field.replace('address.', '') });
  return finished(row.line, cell(row, 'full_name') ?? '', found, placeOf, checked, others);
}

function addressOf(cell: Cell, row: Row): object | null {
  if (!cell(row, 'address_line')) return null;
  return said(Object.fromEntries(addressColumns.map((column) => [column, cell(row, column)])));
}

const problemsOf = (...parts: Checked[]): Fields =>
  Object.assign({}, ...parts.map((checked) => ('fields' in checked ? checked.fields : {})));

/** A line whose input is what its parts were checked to be, and nothing besides. */
function finished(line: number, shown: string, found: Fields, placeOf: Line['placeOf'], ...parts: Checked[]): Line {
  const problems = remarksOf(found, placeOf);
  const inputs = parts.map((checked) => ('input' in checked ? JSON.parse(checked.input) : {}));
  const input = problems.length > 0 ? null : Object.assign({}, ...inputs);
  return { line, name: shown, input, problems, notes: [], placeOf };
}

/** Rows of one order stand below each other; what belongs to the order as a whole is in its first row. */
export async function* readOrders(header: string[], rows: AsyncIterable<Row>): AsyncGenerator<Line> {
  const cell = readerOf(header);
  const number = (row: Row | undefined) => row && cell(row, 'order_number');
  for await (const group of groupsOf(rows, (row, first) => number(row) === null || number(row) === number(first)))
    yield whole(orderOf(cell, group.rows), group, 'order_number');
}

/** An order as rows of our own CSV have it. `isByEmail`: its customer has no phone, and is known by email. */
export function orderOf(cell: Cell, rows: Row[], isByEmail = false): Line {
  const first = rows[0]!;
  const number = cell(first, 'order_number');
  const amount = (column: string) => numberIn(cell(first, column) ?? undefined) ?? undefined;
  const address = addressOf(cell, first);
  const [called, email] = [cell(first, 'customer_name'), cell(first, 'customer_email')];
  const order: Sent = {
    // Which customer that is, internal.imported_order_customer finds.
    ...(isByEmail
      ? { customer_id: '00000000-0000-0000-0000-000000000000' }
      : { customer: said({ phone: cell(first, 'customer_phone'), full_name: called, email }) }),
    items: rows.map((row) =>
      said({
        sku: cell(row, 'sku'),
        quantity: numberIn(cell(row, 'quantity') ?? undefined),
        unit_price: numberIn(cell(row, 'unit_price') ?? undefined),
      }),
    ),
    ...(address && {
      shipping_address: {
        ...address,
        ...said({ recipient_name: cell(first, 'customer_name'), recipient_phone: cell(first, 'customer_phone') }),
      },
    }),
    ...said({
      shipping_charge: amount('shipping_charge'),
      tax_amount: amount('tax_amount'),
      note: cell(first, 'note'),
      tags: cell(first, 'tags') && listIn(cell(first, 'tags')!),
    }),
  };
  const checked = checkInput(createOrder.input, order);
  const beside = {
    ...said({ reference: number, cod_amount: amount('cod_amount') }),
    ...(isByEmail && { customer_by_email: said({ full_name: called, email }) }),
    status: cell(first, 'status') ?? 'pending',
    paid_amount: amount('paid_amount') ?? 0,
    ...said({ payment_method: cell(first, 'payment_method'), transaction_id: cell(first, 'transaction_id') }),
  };
  const others = checkInput(besideOrder, beside);
  const wrong = problemsOf(checked, others);
  if ((amount('paid_amount') ?? 0) > 0 && !cell(first, 'payment_method'))
    wrong.payment_method = [new Problem('required.withPaidAmount')];
  const placeOf = (field: string) => {
    const [part, at, own] = field.split('.');
    // A file names variants by SKU alone.
    if (part === 'items' && own)
      return { line: rows[Number(at)]?.line ?? first.line, column: own === 'variant_id' ? 'sku' : own };
    const column =
      part === 'customer' || part === 'customer_by_email'
        ? `customer_${at === 'full_name' ? 'name' : (at ?? 'phone')}`
        : part!;
    return { line: first.line, column: columnOf[field] ?? (part === 'items' ? 'sku' : column) };
  };
  const found = tellUnreadable(wrong, { ...order, ...beside }, (field) =>
    cell(rows[Number(/^items\.(\d+)/.exec(field)?.[1] ?? 0)]!, placeOf(field).column),
  );
  const line = finished(first.line, number ?? '', found, placeOf, checked, others);
  if (isByEmail && line.input) delete line.input.customer_id;
  return line;
}
