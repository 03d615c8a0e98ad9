// Builds the staff GraphQL schema from the database catalog. It contains only what the role may read or run.
import type pg from 'pg';
import 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { EmailsElsewherePlugin } from '../inputs/emails-elsewhere.ts';
import { type InputOptions, inputPlugins } from '../inputs/inputs.ts';
import { CommonPasswordsPlugin } from '../secrets/common-passwords.ts';
import { endpointUrlsPlugin } from '../secrets/endpoint-urls.ts';
import type { PasskeySite } from '../secrets/passkey-site.ts';
import { passkeysPlugin } from '../secrets/passkeys.ts';
import { pushKeysPlugin } from '../secrets/push-keys.ts';
import { SignInPlugin } from '../secrets/sign-in.ts';
import { twoFactorPlugin } from '../secrets/two-factor.ts';
import { webhookSecretsPlugins } from '../secrets/webhook-secrets.ts';
import { ArgumentsPlugin } from './arguments.ts';
import { attachmentsPlugin } from './attachments.ts';
import { BehaviorsPlugin } from './behaviors.ts';
import { type ClosedLists, closedListsPlugin } from './closed-lists.ts';
import { DescriptionsPlugin } from './descriptions.ts';
import { FiltersPlugin } from './filters.ts';
import { JsonPlugin } from './json.ts';
import { MoneyPlugin } from './money.ts';
import { NamesPlugin, TagsPlugin, TenantColumnsPlugin } from './names.ts';
import { PagesPlugin } from './pages.ts';
import { ReadablePlugin } from './readable.ts';
import { ScalarsPlugin } from './scalars.ts';

const operators = [
  'isNull',
  'equalTo',
  'notEqualTo',
  'in',
  'notIn',
  'lessThan',
  'lessThanOrEqualTo',
  'greaterThan',
  'greaterThanOrEqualTo',
  'includesInsensitive',
  'startsWithInsensitive',
];

/**
 * How long an answer may take, in milliseconds. A page's first plan takes seconds on a small, busy machine; how much may be
 * asked is bounded in limits.ts.
 */
export type Timeouts = { planning: number; execution: number; statement: number };
export const usualTimeouts: Timeouts = { planning: 5_000, execution: 6_000, statement: 5_000 };

/** The schema for `role`: haat_staff, or haat_anonymous before the sign-in. */
export function makePreset(
  pool: pg.Pool,
  role: 'haat_staff' | 'haat_anonymous',
  {
    lists,
    secrets,
    passkeySite,
    timeouts: { planning, execution },
    ...options
  }: { lists: ClosedLists; secrets: SecretBox; passkeySite: PasskeySite | null; timeouts: Timeouts } & InputOptions,
): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
    plugins: [
      BehaviorsPlugin,
      NamesPlugin,
      TagsPlugin,
      TenantColumnsPlugin,
      ReadablePlugin,
      PagesPlugin,
      DescriptionsPlugin,
      SignInPlugin,
      CommonPasswordsPlugin,
      EmailsElsewherePlugin,
      JsonPlugin,
      closedListsPlugin(lists),
      MoneyPlugin,
      ScalarsPlugin,
      ArgumentsPlugin,
      FiltersPlugin,
      endpointUrlsPlugin(options.outboundAllow),
      twoFactorPlugin(secrets),
      passkeysPlugin(passkeySite),
      pushKeysPlugin(secrets),
      ...webhookSecretsPlugins(secrets),
      ...(role === 'haat_staff' ? [...inputPlugins(options), attachmentsPlugin(options.videos)] : []),
    ],
    // Only procedures write rows, and filters can do all that conditions can.
    disablePlugins: [
      'PgMutationCreatePlugin',
      'PgMutationUpdateDeletePlugin',
      'PgConditionArgumentPlugin',
      'PgConditionCustomFieldsPlugin',
      // A row is found by its id, or by node(nodeId) for clients with a cache.
      'NodeAccessorPlugin',
      'PgMutationPayloadEdgePlugin',
      // Filters over relations could be nested without limit. Related rows have their own filters.
      'PgConnectionArgFilterBackwardRelationsPlugin',
      'PgConnectionArgFilterForwardRelationsPlugin',
      // It requires an index on the column. Ours begin with the tenant, and staff search within one company.
      'PgIndexBehaviorsPlugin',
      // Without tables there are no nodes, and the root type must have a field.
      role === 'haat_anonymous' ? 'NodePlugin' : 'QueryQueryPlugin',
    ],
    pgServices: [
      makePgService({
        pool,
        schemas: ['staff', 'app'],
        pubsub: false,
        pgSettingsForIntrospection: { role },
      }),
    ],
    gather: { pgStrictFunctions: true },
    schema: {
      retryOnInitFail: false,
      dontSwallowErrors: true,
      connectionFilterAllowedOperators: operators,
      // A page whose filters are all off asks with {}.
      connectionFilterAllowEmptyObjectInput: true,
      connectionFilterArrays: false,
      connectionFilterComputedColumns: false,
    },
    grafast: {
      explain: false,
      context: ({ pgSettings }) => ({ pgSettings }),
      timeouts: { planning, execution },
    },
  };
}
