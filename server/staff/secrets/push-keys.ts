// Makes the pair of keys with which a company sends notices to browsers, and hands it to staff.begin_push, encrypted: that keeps
// the first pair of a company.
import { createECDH } from 'node:crypto';
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { pushKeyOwner } from '../../secrets/owners.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';

export const pushKeysPlugin = (secrets: SecretBox): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' && scope.fieldName === 'beginPush' ? true : null),
    () => (plan) => {
      const $handed = lambda(context().get('pgSettings'), (settings) => {
        const pair = createECDH('prime256v1');
        const publicKey = pair.generateKeys('base64url');
        const owner = pushKeyOwner(settings!['haat.company_id']!);
        // The settings of the transaction in which the procedure runs, right after this.
        Object.assign(settings!, {
          'haat.push_public_key': publicKey,
          'haat.push_sealed_key': secrets.encrypt(pair.getPrivateKey('base64url'), owner),
        });
        return null;
      });
      // A step with side effects runs before the procedure.
      $handed.hasSideEffects = true;
      return plan();
    },
  );
