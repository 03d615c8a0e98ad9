// Tables with columns that only some staff may see. The database has a function for each, internal.readable_<table>(), which
// gives the table's rows as the session may see them: what is hidden is null. All that GraphQL reads of these tables, filters
// and orders included, is read from the function; haat_staff has no right to the columns themselves.
import 'postgraphile';
import { sql } from 'postgraphile/pg-sql2';

/** A table is read by its function; of its columns those that the view behind the function has are shown. */
const viewOf = (table: string) => `readable_${table}`;

export const ReadablePlugin: GraphileConfig.Plugin = {
  name: 'HaatReadablePlugin',
  version: '1.0.0',
  after: ['PgRBACPlugin'],
  gather: {
    hooks: {
      async pgTables_PgResourceOptions(info, { pgClass, resourceOptions, serviceName }) {
        if (!(await findView(info, serviceName, pgClass))) return;
        const name = sql.identifier('internal', viewOf(pgClass.relname));
        resourceOptions.from = sql`${name}()`;
      },
      async pgCodecs_attribute(info, { pgAttribute, attribute, serviceName }) {
        const table = pgAttribute.getClass();
        const view = table && (await findView(info, serviceName, table));
        if (!view || attribute.extensions?.canSelect !== false) return;
        if (!view.getAttributes().some(({ attname }) => attname === pgAttribute.attname)) return;
        attribute.extensions.canSelect = true;
        attribute.notNull = false;
      },
    },
  },
};

type Gathering = {
  helpers: { pgIntrospection: { getService(name: string): Promise<{ introspection: Introspection }> } };
};
type Introspection = { classes: PgClass[] };
type PgClass = {
  relname: string;
  relkind: string;
  getNamespace(): { nspname: string } | undefined;
  getAttributes(): { attname: string }[];
};

async function findView(info: Gathering, service: string, table: PgClass): Promise<PgClass | undefined> {
  if (table.relkind !== 'r' || table.getNamespace()?.nspname !== 'app') return undefined;
  const { introspection } = await info.helpers.pgIntrospection.getService(service);
  return introspection.classes.find(
    (one) => one.relname === viewOf(table.relname) && one.getNamespace()?.nspname === 'internal',
  );
}
