// An order as the admin places it, by GraphQL.
import { randomUUID } from 'node:crypto';
import type { TestShop } from './shop.ts';

export const placeOrder = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) {
  order { id status totalAmount shippingAddress orderItems { nodes { id } } } } }`;

/** No two are equal: the second would be taken for a second click. */
export const orderOf = (shop: TestShop, more: object = {}) => ({
  input: {
    note: randomUUID(),
    storeId: shop.stores[0].id,
    customer: { phone: '01712345678', fullName: 'Karim' },
    items: [{ sku: 'RICE', quantity: 1 }],
    ...more,
  },
});
