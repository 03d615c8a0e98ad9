// Checks the host of a webhook endpoint when it is created or its URL changes. The database checks only the syntax, because
// it cannot resolve names. The check lets staff see the problem at once, instead of waiting for deliveries that never come.
// Every delivery checks the address again (server/process/outbound.ts).
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { fieldError } from '../../gate/errors.ts';
import type { OutboundRule } from '../../process/address-ranges.ts';
import { endpointProblem } from '../../process/outbound.ts';

const mutations = ['createWebhookEndpoint', 'updateWebhookEndpoint'];

export const endpointUrlsPlugin = (rules: OutboundRule[]): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' && mutations.includes(scope.fieldName) ? true : null),
    () => (plan, _$root, fieldArgs) => {
      const $url = fieldArgs.getRaw(['input', 'url']);
      const $settings = context().get('pgSettings');
      const $vetted = lambda([$url, $settings] as const, async ([url, settings]) => {
        // Without the permission the procedure refuses the call, and the answer must tell nothing about our network.
        if (typeof url !== 'string' || !settings?.['haat.permissions']?.includes('developer.manage')) return null;
        const problem = await endpointProblem(url, rules);
        if (problem) throw fieldError('url', problem);
        return null;
      });
      // A step with side effects runs before the procedure; when it throws, the procedure does not run.
      $vetted.hasSideEffects = true;
      return plan();
    },
  );
