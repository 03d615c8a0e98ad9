// Print pages, with the libraries of their codes.
import './common.ts';
import Print from '../pages/print/print.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/orders/print': Print,
};
