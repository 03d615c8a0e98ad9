// What is done all day: orders.
import './files.ts';
import NewOrder from '../pages/new-order/new-order.ts';
import Orders from '../pages/orders/list.ts';
import Order from '../pages/orders/order.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/orders': Orders,
  '/orders/new': NewOrder,
  '/orders/:id': Order,
};
