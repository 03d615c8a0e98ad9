// The page of the design, for those who make pages: it stands in no menu.
import './lists.ts';
import Design from '../pages/design/design.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = { '/design': Design };
