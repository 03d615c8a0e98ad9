// Customers and open orders as our own CSV has them, and as it is read again.
import { asList } from './cells.ts';
import { customerColumns, orderColumns } from './own.ts';
import type { Sheet } from './write-products.ts';

type Address = { address_line: string; area: string | null; city: string | null; postal_code: string | null };

export type Customer = {
  full_name: string;
  phone: string | null;
  email: string | null;
  gender: string | null;
  status: string;
  addresses: Address[];
};

export type Order = {
  number: string;
  status: string;
  customer: Omit<Customer, 'addresses'>;
  shipping_address: Partial<Address> | null;
  items: { sku: string; quantity: number; unit_price: string; discount_price: string | null }[];
  shipping_charge: string;
  tax_amount: string;
  paid_amount: string;
  due_amount: string;
  note: string | null;
  tags: string[];
  payment_method: string | null;
  transaction_id: string | null;
};

const inColumns = (columns: readonly string[], cells: Record<string, unknown>) =>
  columns.map((column) => cells[column] as string | number | null | undefined);

/** A row for each address, or one without. */
export const customerSheet = (): Sheet<Customer> => ({
  header: [...customerColumns],
  rowsOf: ({ addresses, ...customer }) =>
    (addresses.length > 0 ? addresses : [{}]).map((address) => inColumns(customerColumns, { ...customer, ...address })),
});

export const orderSheet = (): Sheet<Order> => ({
  header: [...orderColumns],
  rowsOf: (order) =>
    order.items.map(({ sku, quantity, unit_price, discount_price }, n) =>
      inColumns(orderColumns, {
        ...(n === 0 && {
          ...order.shipping_address,
          ...order,
          customer_name: order.customer.full_name,
          customer_phone: order.customer.phone,
          customer_email: order.customer.email,
          cod_amount: order.due_amount,
        }),
        order_number: order.number,
        tags: n === 0 ? asList(order.tags) : null,
        sku,
        quantity,
        unit_price: discount_price ?? unit_price,
      }),
    ),
});
