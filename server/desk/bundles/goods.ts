// Goods: products and their taxonomy, stock, purchases and returns.
import './lists.ts';
import ImportExport from '../pages/products/import-export.ts';
import Products from '../pages/products/list.ts';
import NewProduct from '../pages/products/new.ts';
import Product from '../pages/products/product.ts';
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
import Attributes from '../pages/taxonomy/attributes.ts';
import Brands from '../pages/taxonomy/brands.ts';
import Categories from '../pages/taxonomy/categories.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/products': Products,
  '/products/attributes': Attributes,
  '/products/brands': Brands,
  '/products/categories': Categories,
  '/products/move-in': ImportExport,
  '/products/new': NewProduct,
  '/products/:id': Product,
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
