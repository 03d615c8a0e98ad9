// The staff GraphQL schema, made from the catalog: what the introspecting role may read or run is what exists.
import type pg from 'pg';
import 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';
import type { OutboundRule } from '../process/settings.ts';
import { DescriptionsPlugin } from './descriptions.ts';
import { endpointUrlsPlugin } from './endpoint-urls.ts';
import { JsonPlugin } from './json.ts';
import { NamesPlugin, TagsPlugin, TenantColumnsPlugin } from './names.ts';
import { PagesPlugin } from './pages.ts';
import { SignInPlugin } from './sign-in.ts';

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

/** The schema as `role` sees it: haat_staff, or haat_anonymous before anybody has signed in. */
export function makePreset(
  pool: pg.Pool,
  role: 'haat_staff' | 'haat_anonymous',
  outboundAllow: OutboundRule[],
): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
    plugins: [
      NamesPlugin,
      TagsPlugin,
      TenantColumnsPlugin,
      PagesPlugin,
      DescriptionsPlugin,
      SignInPlugin,
      JsonPlugin,
      endpointUrlsPlugin(outboundAllow),
    ],
    // Rows are written by procedures only, and a filter says all that a condition could.
    disablePlugins: [
      'PgMutationCreatePlugin',
      'PgMutationUpdateDeletePlugin',
      'PgConditionArgumentPlugin',
      'PgConditionCustomFieldsPlugin',
      // One way to every row: by its id, or by node(nodeId) for clients that cache.
      'NodeAccessorPlugin',
      'PgMutationPayloadEdgePlugin',
      // A filter over relations nests without end; the related rows have filters of their own.
      'PgConnectionArgFilterBackwardRelationsPlugin',
      'PgConnectionArgFilterForwardRelationsPlugin',
      // It asks for indexes by column; ours begin with the tenant, and what staff look through is one company's.
      'PgIndexBehaviorsPlugin',
      // Without a table there is no node, and a root type needs a field.
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
      connectionFilterAllowedFieldTypes: ['UUID', 'String', 'Int', 'BigInt', 'BigFloat', 'Boolean', 'Date', 'Datetime'],
      connectionFilterArrays: false,
      connectionFilterComputedColumns: false,
    },
    grafast: {
      explain: false,
      context: ({ pgSettings }) => ({ pgSettings }),
      timeouts: { planning: 2_000, execution: 6_000 },
    },
  };
}
