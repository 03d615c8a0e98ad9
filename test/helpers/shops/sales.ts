// Orders as they stand after delivery, and their money, written as rows: what the reports read.
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { insert, type TestShop, type TestStore } from '../shop.ts';

export type SoldLine = {
  productId: string;
  variantId: string;
  quantity: number;
  unitPrice: number;
  discountAmount?: number;
  deliveredQuantity?: number;
  returnedQuantity?: number;
};

export type SoldOrder = {
  lines: SoldLine[];
  deliveredAt?: Date | null;
  status?: string;
  channel?: string;
  shippingCharge?: number;
  taxAmount?: number;
  dueAmount?: number;
};

/** Writes orders and payments of one store. */
export class Till {
  readonly #admin: pg.Pool;
  readonly #shop: TestShop;
  readonly #store: TestStore;
  readonly #customer: Promise<string>;

  constructor(admin: pg.Pool, shop: TestShop, store: TestStore = shop.stores[0]) {
    this.#admin = admin;
    this.#shop = shop;
    this.#store = store;
    this.#customer = insert(admin, 'customers', { ...this.#tenant, full_name: 'Buyer' });
    // The user of the till awaits it; a failure before that must not end the process.
    this.#customer.catch(() => {});
  }

  get #tenant() {
    return { company_id: this.#shop.companyId, store_id: this.#store.id };
  }

  /** Units are delivered with the order, unless a line says otherwise. */
  async sell(order: SoldOrder): Promise<{ id: string; lineIds: string[] }> {
    const { lines, deliveredAt = null, shippingCharge = 0, taxAmount = 0 } = order;
    const subtotal = sum(lines.map((line) => line.quantity * line.unitPrice));
    const discount = sum(lines.map((line) => line.discountAmount ?? 0));
    const id = await insert(this.#admin, 'orders', {
      ...this.#tenant,
      number: `ORD-20260101-${randomInt(1_000_000_000_000)}`,
      source: 'api',
      channel_id: this.#store.channels[order.channel ?? 'manual'],
      customer_id: await this.#customer,
      location_id: this.#shop.locationId,
      status: order.status ?? (deliveredAt ? 'delivered' : 'pending'),
      subtotal,
      discount_amount: discount,
      shipping_charge: shippingCharge,
      tax_amount: taxAmount,
      total_amount: round(subtotal - discount + shippingCharge + taxAmount),
      due_amount: order.dueAmount ?? 0,
      store_date: '2026-01-01',
      delivered_at: deliveredAt,
    });
    const lineIds: string[] = [];
    for (const [line, sold] of lines.entries()) {
      const discountAmount = sold.discountAmount ?? 0;
      lineIds.push(
        await insert(this.#admin, 'order_items', {
          ...this.#tenant,
          order_id: id,
          line,
          product_id: sold.productId,
          variant_id: sold.variantId,
          sku: 'SOLD',
          product_name: 'As it was called then',
          variant_name: 'As it was called then',
          quantity: sold.quantity,
          delivered_quantity: sold.deliveredQuantity ?? (deliveredAt ? sold.quantity : 0),
          returned_quantity: sold.returnedQuantity ?? 0,
          unit_price: sold.unitPrice,
          discount_amount: discountAmount,
          line_total: round(sold.quantity * sold.unitPrice - discountAmount),
        }),
      );
    }
    return { id, lineIds };
  }

  async pay(orderId: string, amount: number, settledAt: Date | null, kind: 'payment' | 'refund' = 'payment') {
    return insert(this.#admin, 'payments', {
      ...this.#tenant,
      order_id: orderId,
      kind,
      status: settledAt ? 'settled' : 'pending',
      amount,
      payment_method_id: this.#store.paymentMethods.cod,
      source: 'staff',
      settled_at: settledAt,
    });
  }
}

const round = (amount: number) => Number(amount.toFixed(2));
const sum = (amounts: number[]) => round(amounts.reduce((total, amount) => total + amount, 0));
