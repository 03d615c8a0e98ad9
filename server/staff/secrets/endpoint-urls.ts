// Checks the host of a webhook endpoint when it is created or its URL changes, and of a browser's push service. The database checks only the syntax, because
// it cannot resolve names. The check lets staff see the problem at once, instead of waiting for deliveries that never come.
// Every delivery checks the address again (server/process/outbound.ts).
import net from 'node:net';
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { fieldError } from '../../gate/errors.ts';
import type { OutboundRule } from '../../process/address-ranges.ts';
import { endpointProblem } from '../../process/outbound.ts';

const mutations = ['createWebhookEndpoint', 'updateWebhookEndpoint', 'savePushDevice'];

/** Everybody may give the address of a push service: which names our network has, the answer must not tell them. */
const numbersOnly = async (host: string) => {
  const family = net.isIP(host);
  return family ? [{ address: host, family }] : [];
};

export const endpointUrlsPlugin = (rules: OutboundRule[]): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' && mutations.includes(scope.fieldName) ? scope.fieldName : null),
    (mutation) => (plan, _$root, fieldArgs) => {
      const isPush = mutation === 'savePushDevice';
      const field = isPush ? 'endpoint' : 'url';
      const $url = fieldArgs.getRaw(['input', field]);
      const $settings = context().get('pgSettings');
      const $vetted = lambda([$url, $settings] as const, async ([url, settings]) => {
        // Without the permission the procedure refuses the call, and the answer must tell nothing about our network.
        const isAllowed = isPush || settings?.['haat.permissions']?.includes('developer.manage');
        if (typeof url !== 'string' || !isAllowed) return null;
        const problem = await endpointProblem(url, rules, isPush ? numbersOnly : undefined);
        if (problem) throw fieldError(field, problem);
        return null;
      });
      // A step with side effects runs before the procedure; when it throws, the procedure does not run.
      $vetted.hasSideEffects = true;
      return plan();
    },
  );
