// The database sees the shape of an endpoint's URL; where its name leads is known here only. Told when the endpoint is made
// or moved, so that nobody waits for deliveries that are never made; each sending is vetted again (server/process/outbound.ts).
import { context, lambda } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { errorOf } from '../gate/errors.ts';
import { endpointProblem } from '../process/outbound.ts';
import type { OutboundRule } from '../process/settings.ts';

const mutations = ['createWebhookEndpoint', 'updateWebhookEndpoint'];

export const endpointUrlsPlugin = (rules: OutboundRule[]): GraphileConfig.Plugin =>
  wrapPlans(
    ({ Self, scope }) => (Self.name === 'Mutation' && mutations.includes(scope.fieldName) ? true : null),
    () => (plan, _$root, fieldArgs) => {
      const $url = fieldArgs.getRaw(['input', 'url']);
      const $settings = context().get('pgSettings');
      const $vetted = lambda([$url, $settings] as const, async ([url, settings]) => {
        // Whoever may not make endpoints learns nothing of our network: the procedure refuses them.
        if (typeof url !== 'string' || !settings?.['haat.permissions']?.includes('developer.manage')) return null;
        const problem = await endpointProblem(url, rules);
        if (problem) throw errorOf({ sqlstate: 'HT008', message: `url: ${problem}`, fields: { url: [problem] } });
        return null;
      });
      // It comes before the procedure, which does not run where this throws.
      $vetted.hasSideEffects = true;
      return plan();
    },
  );
