// Goods: products and their taxonomy, moving in.
import './files.ts';
import ImportExport from '../pages/products/import-export.ts';
import Products from '../pages/products/list.ts';
import NewProduct from '../pages/products/new.ts';
import Product from '../pages/products/product.ts';
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
};
