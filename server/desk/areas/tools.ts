// For developers: the library of operations and the explorer.
import './common.ts';
import Explorer from '../pages/tools/explorer.ts';
import Library from '../pages/tools/library.ts';
import Operation from '../pages/tools/operation.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/tools': Library,
  '/tools/explorer': Explorer,
  '/tools/:id': Operation,
};
