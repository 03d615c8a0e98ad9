// What leaves the house: packing, handing over, and the couriers' cash.
import './lists.ts';
import Courier from '../pages/couriers/courier.ts';
import Couriers from '../pages/couriers/couriers.ts';
import Payout from '../pages/couriers/payout.ts';
import PayoutRecord from '../pages/couriers/payout-record.ts';
import Payouts from '../pages/couriers/payouts.ts';
import HandOver from '../pages/packing/hand-over.ts';
import Packing from '../pages/packing/packing.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/couriers': Couriers,
  '/couriers/:id': Courier,
  '/couriers/:id/payout': Payout,
  '/couriers/:id/payouts': Payouts,
  '/couriers/:id/payouts/:payout': PayoutRecord,
  '/packing': Packing,
  '/packing/hand-over': HandOver,
};
