// Where goods are: stock, purchases, counts, transfers and returns.
import './files.ts';
import Returns from '../pages/returns/list.ts';
import Parcel from '../pages/returns/parcel.ts';
import Return from '../pages/returns/return.ts';
import Count from '../pages/stock/count.ts';
import Counts from '../pages/stock/counts.ts';
import Levels from '../pages/stock/levels.ts';
import NewPurchase from '../pages/stock/new-purchase.ts';
import Purchase from '../pages/stock/purchase.ts';
import Purchases from '../pages/stock/purchases.ts';
import Transfers from '../pages/stock/transfers.ts';
import Variant from '../pages/stock/variant.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/returns': Returns,
  '/returns/parcels/:id': Parcel,
  '/returns/:id': Return,
  '/stock': Levels,
  '/stock/count': Counts,
  '/stock/count/:id': Count,
  '/stock/purchases': Purchases,
  '/stock/purchases/new': NewPurchase,
  '/stock/purchases/:id': Purchase,
  '/stock/transfers': Transfers,
  '/stock/:variantId': Variant,
};
