// sign_in and whatever else checks a password or a code return null for a wrong one, because an error would roll back the
// count of failed attempts. After the transaction, the null becomes the error that clients expect.
import { type ExecutableStep, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../../gate/errors.ts';
import { Problem } from '../../problems/problem.ts';
import { wrongSecrets } from '../../problems/wrong-secrets.ts';

export const SignInPlugin: GraphileConfig.Plugin = wrapPlans(
  ({ Self, scope }) => (Self.name === 'Mutation' ? (wrongSecrets[scope.fieldName] ?? null) : null),
  (key) => (plan) => {
    const $payload = plan() as ExecutableStep & { get(name: string): ExecutableStep };
    const $refuse = lambda($payload.get('result'), (result) => {
      if (result == null) throw errorOf({ sqlstate: 'HT015', message: new Problem(key) });
      return null;
    });
    $refuse.hasSideEffects = true;
    return $payload;
  },
);
