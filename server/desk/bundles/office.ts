// What is done now and then: customers, coupons, reports, one's own account, the explorer.
import './lists.ts';
import Account from '../pages/account.ts';
import Coupon from '../pages/coupons/coupon.ts';
import Coupons from '../pages/coupons/list.ts';
import Customer from '../pages/customers/customer.ts';
import Customers from '../pages/customers/list.ts';
import Explorer from '../pages/explorer.ts';
import Reports from '../pages/reports/reports.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/coupons': Coupons,
  '/coupons/:id': Coupon,
  '/customers': Customers,
  '/customers/:id': Customer,
  '/reports': Reports,
  '/account': Account,
  '/tools/explorer': Explorer,
};
