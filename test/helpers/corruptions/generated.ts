// Damages of the data, made from the catalog: each column of each table is given another valid value, a neighbour's value, and null or
// nothing; rows are removed, and copied. Each is refused by Postgres, named by the audit, or stands in ledger.unseen_columns with
// a reason. As a superuser with triggers off, each in a savepoint of one transaction that is rolled back.
import type pg from 'pg';
import { oneOf, type Random } from '../faults.ts';

export const kinds = ['another value', 'of a neighbour', 'nothing', 'row removed', 'row copied'] as const;
export type Kind = (typeof kinds)[number];

export interface Damage {
  table: string;
  /** Null for those of a whole row. */
  column: string | null;
  kind: Kind;
}

/** What came of it; `untried` where the table has no row for it. */
export type Fate = 'refused' | 'named' | 'blind' | 'unseen' | 'untried';

export interface Tried extends Damage {
  fate: Fate;
  /** Of what was named, by which check; of what was not, the statement. */
  by: string;
}

interface Column {
  name: string;
  type: string;
  /** Words that a CHECK of the column lists. */
  words: string[];
  isKey: boolean;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Values of the type that are not the present one, the likeliest to be valid first. */
function othersOf({ name, type, words }: Column, table: string): string[] {
  const listed = words.map((word) => (type.endsWith('[]') ? `array[${quoted(word)}]` : quoted(word)));
  const others = `(select x."${name}" from ${table} x where x."${name}" is distinct from t."${name}" limit 1)`;
  const own = (() => {
    if (/^(smallint|integer|bigint|numeric|real|double)/.test(type))
      return ['+ 1', '- 1', '/ 2 + 2'].map((by) => `t."${name}" ${by}`);
    if (/^timestamp/.test(type)) return [`t."${name}" + interval '1 hour'`, `t."${name}" - interval '1 hour'`];
    if (type === 'date') return [`t."${name}" + 1`, `t."${name}" - 1`];
    if (type === 'boolean') return [`not t."${name}"`];
    if (type === 'uuid') return ['uuidv7()'];
    if (type === 'bytea') return [`sha256(t."${name}")`, `t."${name}" || '\\x00'`, `substr(t."${name}", 2)`];
    if (/^json/.test(type))
      return [`(t."${name}"::jsonb || '{"x": 1}')::${type}`, `'{"x": 1}'::${type}`, `'[]'::${type}`];
    if (type.endsWith('[]')) return [`t."${name}" || t."${name}"[1:1]`, `t."${name}"[2:]`];
    if (type === 'text') return [`t."${name}" || 'x'`, `reverse(t."${name}")`, `'x'`];
    if (type === 'interval') return [`t."${name}" + interval '1 hour'`];
    if (type === 'inet') return [`t."${name}" + 1`];
    return [];
  })();
  return [...listed, ...own, others];
}

function nothingOf({ name, type }: Column): string[] {
  const zero = (() => {
    if (/^(smallint|integer|bigint|numeric|real|double)/.test(type)) return ['0'];
    if (type === 'boolean') return ['false'];
    if (type === 'text') return [`''`];
    if (type.endsWith('[]')) return [`'{}'`];
    if (/^json/.test(type)) return [`'{}'`];
    return [];
  })();
  return ['null', ...zero].filter((value) => value !== `t."${name}"`);
}

export class Damager {
  private readonly client: pg.ClientBase;
  private readonly random: Random;
  private readonly tables: Map<string, Column[]>;
  private readonly checks: { name: string; query: string; text: string }[];
  private readonly journaled: Set<string>;
  private readonly blind: { table_name: string; column_name: string | null }[];

  private constructor(parts: {
    client: pg.ClientBase;
    random: Random;
    tables: Map<string, Column[]>;
    checks: { name: string; query: string; text: string }[];
    journaled: Set<string>;
    blind: { table_name: string; column_name: string | null }[];
  }) {
    ({
      client: this.client,
      random: this.random,
      tables: this.tables,
      checks: this.checks,
      journaled: this.journaled,
      blind: this.blind,
    } = parts);
  }

  static async open(client: pg.ClientBase, random: Random): Promise<Damager> {
    const { rows: columns } = await client.query<Column & { table: string }>(
      `select c.oid::regclass::text as table, a.attname as name, format_type(a.atttypid, null) as type,
         coalesce((select array_agg(distinct w[1]) from pg_constraint k
            cross join regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') w
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '{}') as words,
         exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as "isKey"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relkind in ('r', 'p') and c.relnamespace in ('app'::regnamespace, 'internal'::regnamespace, 'gate'::regnamespace)
       order by 1, a.attnum`,
    );
    const tables = new Map<string, Column[]>();
    for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
    const { rows: checks } = await client.query(
      `select k.name, k.query, coalesce(pg_get_viewdef(to_regclass('ledger.' || k.name)), p.prosrc) as text
       from ledger.checks k left join pg_proc p on p.pronamespace = 'ledger'::regnamespace and p.proname = k.name
       where k.finds = 'damage' order by 1`,
    );
    const { rows: journaled } = await client.query('select table_name from ledger.journaled_tables');
    const { rows: blind } = await client.query('select table_name, column_name from ledger.unseen_columns');
    return new Damager({
      client,
      random,
      tables,
      checks,
      journaled: new Set(journaled.map(({ table_name }) => table_name)),
      blind,
    });
  }

  /** Every damage there is. */
  all(): Damage[] {
    return [...this.tables].flatMap(([table, columns]) => [
      ...columns.flatMap(({ name }) => kinds.slice(0, 3).map((kind) => ({ table, column: name, kind }))),
      ...kinds.slice(3).map((kind) => ({ table, column: null, kind })),
    ]);
  }

  async try(damage: Damage): Promise<Tried> {
    if (this.isBlind(damage, true)) return { ...damage, fate: 'blind', by: '' };
    await this.client.query('begin; set local session_replication_role = replica');
    try {
      const done = await this.damage(damage);
      if (done === 'refused' || done === 'untried') return { ...damage, fate: done, by: '' };
      const by = await this.audit(damage.table);
      if (by) return { ...damage, fate: 'named', by };
      return { ...damage, fate: this.isBlind(damage, false) ? 'blind' : 'unseen', by: done.statement };
    } finally {
      await this.client.query('rollback');
    }
  }

  /** Whether the database says that it does not see it; of whole tables, or of this column or the rows. */
  private isBlind({ table, column }: Damage, isWhole: boolean): boolean {
    return this.blind.some(
      (row) => row.table_name === table && (row.column_name === '*' || (!isWhole && row.column_name === column)),
    );
  }

  private async damage({ table, column, kind }: Damage): Promise<'refused' | 'untried' | { statement: string }> {
    const { rows } = await this.client.query(
      `select ctid::text as ctid from ${table} ${kind === 'nothing' ? `where "${column}" is not null` : ''} order by ctid limit 50`,
    );
    if (rows.length === 0) return 'untried';
    const { ctid } = oneOf(this.random, rows);
    let wasRefused = false;
    for (const statement of this.statements(table, column, kind, ctid)) {
      await this.client.query('savepoint attempt');
      try {
        const { rowCount } = await this.client.query(statement);
        if (rowCount) return { statement };
      } catch {
        wasRefused = true;
        await this.client.query('rollback to savepoint attempt');
      }
    }
    return wasRefused ? 'refused' : 'untried';
  }

  private statements(table: string, column: string | null, kind: Kind, ctid: string): string[] {
    const columns = this.tables.get(table)!;
    const at = `ctid = '${ctid}'`;
    if (kind === 'row removed') return [`delete from ${table} where ${at}`];
    if (kind === 'row copied') {
      const names = columns.map(({ name }) => `"${name}"`).join(', ');
      const uuids = columns.filter(({ isKey, type }) => isKey && type === 'uuid');
      const numbers = columns.filter(({ isKey, type }) => isKey && /int/.test(type));
      const texts = columns.filter(({ isKey, type }) => isKey && type === 'text');
      const withNew = (fresh: Map<string, string>) =>
        `insert into ${table} (${names}) overriding system value select ${columns.map(({ name }) => fresh.get(name) ?? `t."${name}"`).join(', ')} from ${table} t where t.${at}`;
      return [
        ...uuids.map(({ name }) => withNew(new Map([[name, 'uuidv7()']]))),
        ...numbers.map(({ name }) => withNew(new Map([[name, `(select max(x."${name}") + 1 from ${table} x)`]]))),
        ...texts.map(({ name }) => withNew(new Map([[name, `t."${name}" || 'x'`]]))),
        withNew(new Map()),
      ];
    }
    const known = columns.find(({ name }) => name === column)!;
    const values = {
      'another value': othersOf(known, table),
      'of a neighbour': [
        `(select x."${column}" from ${table} x where x."${column}"::text <> t."${column}"::text order by x.ctid desc limit 1)`,
      ],
      nothing: nothingOf(known),
    }[kind];
    // JSON has no equality, and text tells 0 from 0.00.
    const as = /^json$|^xid/.test(known.type) ? '::text' : '';
    return values.map(
      (value) =>
        `update ${table} t set "${column}" = ${value} where t.${at} and t."${column}"${as} is distinct from (${value})${as} and (${kind !== 'of a neighbour'} or exists (select from ${table} x where x."${column}"${as} is distinct from t."${column}"${as}))`,
    );
  }

  /** The first check that names anything, those first that are likely to. */
  private async audit(table: string): Promise<string | undefined> {
    await this.client.query('set local role haat_dba');
    if (this.journaled.has(table)) {
      const { rows } = await this.client.query({
        name: 'damaged records',
        text: 'select 1 from internal.damaged_records($1) limit 1',
        values: [table],
      });
      if (rows.length > 0) return 'check_records';
    }
    const name = table.split('.')[1]!;
    const places = (text: string) => (new RegExp(`\\b${name}\\b`).test(text) ? 0 : 1);
    const late = ['check_schema', 'check_guards', 'check_orphans', 'check_tenants', 'check_logins', 'check_records'];
    const order = this.checks.toSorted(
      (one, other) => places(one.text) + 2 * late.indexOf(one.name) - places(other.text) - 2 * late.indexOf(other.name),
    );
    for (const { name, query } of order) {
      const { rows } = await this.client.query({ name: `audit ${name}`, text: `select 1 from (${query}) k limit 1` });
      if (rows.length > 0) return name;
    }
    return undefined;
  }
}
