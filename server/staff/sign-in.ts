// sign_in and change_own_password answer a wrong password with nothing, since an error would undo the count of wrong ones.
// Here, after the transaction is done, nothing becomes the error that clients expect.
import { type ExecutableStep, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../gate/errors.ts';

const refusals: Readonly<Record<string, string>> = {
  signIn: 'The email or the password is wrong, or there were too many wrong ones: then wait 15 minutes.',
  changeOwnPassword: 'The current password is wrong, or there were too many wrong ones: then sign in again later.',
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
