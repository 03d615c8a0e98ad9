// Refuses the email of a new account that has one in another database. Within one it is a unique key that refuses it; here the
// others are asked. Two that come in the same moment are found by "haat cells --check".
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../../gate/errors.ts';

const mutations = ['inviteStaff'];

export const EmailsElsewherePlugin: GraphileConfig.Plugin = wrapPlans(
  ({ Self, scope }) => (Self.name === 'Mutation' && mutations.includes(scope.fieldName) ? true : null),
  () => (plan, _$root, fieldArgs) => {
    const $email = fieldArgs.getRaw(['input', 'email']);
    const $vetted = lambda(
      [$email, context().get('pgSettings'), context().get('isTakenElsewhere')] as const,
      async ([email, settings, isTaken]) => {
        // Without the permission the procedure refuses the call, and the answer must tell nothing of other companies.
        if (typeof email !== 'string' || !isTaken || !settings?.['haat.permissions']?.includes('staff.manage'))
          return null;
        if (await isTaken(email)) throw errorOf({ sqlstate: '23505', constraint: 'staff_email_key' });
        return null;
      },
    );
    // A step with side effects runs before the procedure; when it throws, the procedure does not run.
    $vetted.hasSideEffects = true;
    return plan();
  },
);
