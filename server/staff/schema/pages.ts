// Defaults of lists: 50 rows, newest first.
import 'postgraphile';
import { limits } from '../requests/limits.ts';

export const PagesPlugin: GraphileConfig.Plugin = {
  name: 'HaatPagesPlugin',
  version: '1.0.0',
  after: ['PgFirstLastBeforeAfterArgsPlugin', 'PgConnectionArgOrderByDefaultValuePlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args_arg(arg, build, context) {
        const { Self, scope } = context;
        if (scope.argName === 'first') {
          return {
            ...arg,
            defaultValue: limits.defaultPage,
            description: `Only read the first \`n\` rows: default ${limits.defaultPage}, at most ${limits.page}.`,
          };
        }
        if (scope.argName === 'orderBy' && Self.name === 'Query' && arg.defaultValue) {
          const orderBy = build.graphql.getNamedType(arg.type as never) as unknown as {
            getValues?(): { name: string; value: unknown }[];
          };
          const newest = orderBy.getValues?.().find((value) => value.name === 'CREATED_AT_DESC');
          if (newest) return { ...arg, defaultValue: [newest.value] };
        }
        return arg;
      },
    },
  },
};
