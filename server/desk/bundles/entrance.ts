// What is shown to a person who is not inside yet: most who open a page are.
import './common.ts';
import type { PagesByPath } from '../router.ts';

export { NewPassword, SignIn } from '../sign-in.ts';
export { SetUpTwoFactor } from '../two-factor.ts';
export const pages: PagesByPath = {};
