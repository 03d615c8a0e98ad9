// The search for anything.
import './lists.ts';
import Find from '../pages/find/find.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = { '/find': Find };
