// The search for anything, and what the keys do.
import './lists.ts';
import Find from '../pages/find/find.ts';
import type { PagesByPath } from '../router.ts';

export { KeysHelp } from '../parts/keys-help.ts';
export const pages: PagesByPath = { '/find': Find };
