// Refuses a new password that is one of the most common ones. It is here and not in the database because the list is a
// library's, which is kept up; what else a password must be is decided there.
import { lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { fieldError } from '../../gate/errors.ts';
import { Problem } from '../../problems/problem.ts';

/** Where a person chooses a password of their own. Every other one is made at random: invitations, resets, new companies. */
const mutations = ['changeOwnPassword'];

/** The database refuses a shorter one, and says so. */
const shortest = 10;

/** As for names in a password (internal.refuse_personal_password): fewer letters and digits are soon guessed. */
const fewest = 6;

let common: Promise<Set<string>> | undefined;

/** The list takes 5 MB, and most processes never serve a change of a password: it is read with the first. */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common'] as string[]);
}

/** True also in other case, with signs between the letters, or with a few digits and signs around: "Password-2026!". */
export async function isCommon(password: string): Promise<boolean> {
  if ([...password].length < shortest) return false;
  common ??= readCommon();
  const known = await common;
  const whole = password.toLowerCase();
  const plain = whole.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  if (known.has(whole) || known.has(plain)) return true;
  const word = plain.replace(/^\p{N}+|\p{N}+$/gu, '');
  return known.has(word) && plain.length - word.length < fewest;
}

export const CommonPasswordsPlugin: GraphileConfig.Plugin = wrapPlans(
  ({ Self, scope }) => (Self.name === 'Mutation' && mutations.includes(scope.fieldName) ? true : null),
  () => (plan, _$root, fieldArgs) => {
    const $checked = lambda(fieldArgs.getRaw(['input', 'newPassword']), async (password) => {
      if (typeof password !== 'string' || !(await isCommon(password))) return null;
      throw fieldError('new_password', new Problem('passwordCommon'));
    });
    // A step with side effects runs before the procedure.
    $checked.hasSideEffects = true;
    return plan();
  },
);
