// What programs sent to be worked on: looked at seldom.
import './lists.ts';
import Jobs from '../pages/jobs/jobs.ts';
import type { PagesByPath } from '../router.ts';

export const pages: PagesByPath = { '/settings/jobs': Jobs };
