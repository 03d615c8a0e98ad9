// sign_in and whatever else checks a password or a code return null for a wrong one, because an error would roll back the
// count of failed attempts. After the transaction, the null becomes the error that clients expect.
import { type ExecutableStep, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../gate/errors.ts';

const wrongCode =
  'The code is wrong, or was used already. Wait for the next one. After too many wrong ones you have to wait.';
const wrongPassword = 'The current password is wrong. After too many wrong ones you have to wait.';
const refusals: Readonly<Record<string, string>> = {
  signIn: 'The email or the password is wrong, or the code. After too many wrong attempts you have to wait.',
  changeOwnPassword: wrongPassword,
  setUpTwoFactor: wrongPassword,
  confirmTwoFactor: wrongCode,
  removeTwoFactor: wrongCode,
  renewRecoveryCodes: wrongCode,
};

export const SignInPlugin: GraphileConfig.Plugin = wrapPlans(
  (context) =>
    context.Self.name === 'Mutation' && refusals[context.scope.fieldName] ? refusals[context.scope.fieldName] : null,
  (message) => (plan) => {
    const $payload = plan() as ExecutableStep & { get(name: string): ExecutableStep };
    const $refuse = lambda($payload.get('result'), (result) => {
      if (result == null) throw errorOf({ sqlstate: 'HT015', message });
      return null;
    });
    $refuse.hasSideEffects = true;
    return $payload;
  },
);
