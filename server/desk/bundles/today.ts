// Today, the first page of most days.
import './common.ts';
import Today from '../pages/today.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = {
  '/': Today,
};
