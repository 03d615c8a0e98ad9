// sign_in and change_own_password return null for a wrong password, because an error would roll back the count of failed
// attempts. After the transaction, the null becomes the error that clients expect.
import { type ExecutableStep, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../gate/errors.ts';

const refusals: Readonly<Record<string, string>> = {
  signIn: 'The email or the password is wrong. After too many failed attempts, wait 15 minutes.',
  changeOwnPassword: 'The current password is wrong. After too many failed attempts, sign in again later.',
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
