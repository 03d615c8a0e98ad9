// Writes db/schema: all tables of a migrated database, one file per subject. It is for readers, and shows in a diff what a
// migration changed. The subject of a table is the folder of its file in db/code/policies. What the API says of the statuses
// of orders is made of order_statuses.json, which holds the rows that migrations have written.
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { readFiles } from '../migrate/apply-code.ts';

const header = `-- Written by "npm run db -- schema" from a migrated database: do not edit.\n`;

interface Table {
  name: string;
  kind: string;
  options: string;
  comment: string | null;
  columns: { name: string; definition: string; comment: string | null }[];
  constraints: string[];
  indexes: string[];
  policies: string[];
  grants: string[];
  triggers: string[];
}

/** Returns the texts of the files of db/schema, by file name. */
export async function readSchema(client: pg.ClientBase): Promise<Map<string, string>> {
  await client.query(`set search_path = ''`);
  const { rows } = await client.query<Table>(tablesSql);
  const files = new Map<string, string>();
  const codeFiles = readFiles();
  for (const table of rows) {
    const name = `${subjectOf(table.name, codeFiles)}.sql`;
    files.set(name, `${files.get(name) ?? header}\n${describe(table)}`);
  }
  const { rows: statuses } = await client.query(statusesSql);
  files.set('order_statuses.json', `[\n${statuses.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  return files;
}

/** Writes the files of the tables again. */
export async function writeSchema(client: pg.ClientBase, folder = path.join(import.meta.dirname, '../schema')) {
  for (const name of fs.globSync('*.sql', { cwd: folder })) fs.rmSync(path.join(folder, name));
  for (const [name, text] of await readSchema(client)) fs.writeFileSync(path.join(folder, name), text);
}

function subjectOf(table: string, codeFiles: ReturnType<typeof readFiles>): string {
  const file = codeFiles.get(`policies/${table.replace(/^app\./, '')}`)?.file;
  if (!file) throw new Error(`${table} has no file in db/code/policies, which says who may read it`);
  return path.basename(path.dirname(file));
}

function describe({ name, kind, options, comment, columns, constraints, indexes, policies, grants, triggers }: Table) {
  const width = Math.max(...columns.map((column) => column.name.length));
  const lines = [
    ...(comment ? wrap(comment, '-- ') : []),
    `${kind} ${name} (`,
    ...columns.flatMap((column) => [
      ...wrap(column.comment ?? '', '  -- '),
      `  ${column.name.padEnd(width)} ${plain(column.definition)},`,
    ]),
    ...constraints.map((text) => `  ${plain(text)},`),
  ];
  lines[lines.length - 1] = lines.at(-1)!.slice(0, -1);
  lines.push(`)${options};`);
  for (const group of [indexes, triggers, policies, grants]) lines.push(...group.map((text) => `${plain(text)};`));
  return `${lines.join('\n')}\n`;
}

/** Simplifies a definition: Postgres writes every cast, and its keywords in capitals. */
function plain(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'|\b[A-Z]{2,}\b/g, (word) => (word.startsWith("'") ? word : word.toLowerCase()))
    .replace(/::(text|numeric|integer|bigint)\b(?!\[)/g, '')
    .replace(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replace(/\( select (internal\.\w+\(\)) as \w+\)/g, '(select $1)');
}

function wrap(text: string, prefix: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 119) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(prefix + word);
  }
  return lines;
}

/** Transitions: those that the status route makes. */
const statusesSql = `
  select s.status, s.description as means, s.stock, s.cash_state as cash,
    array(select t.to_status from app.order_transitions t join app.order_statuses n on n.status = t.to_status
          where t.from_status = s.status and t.only_by is null order by n.position) as transitions
  from app.order_statuses s order by s.position`;

const tablesSql = `
  select t.name, case c.relpersistence when 'u' then 'unlogged table' else 'table' end as kind,
    coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options, obj_description(c.oid, 'pg_class') as comment,
    (select json_agg(json_build_object('name', quote_ident(a.attname), 'comment', col_description(c.oid, a.attnum),
        'definition', concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
          case when a.attidentity <> '' then 'generated always as identity'
            when a.attgenerated = 's' then 'generated always as (' || regexp_replace(pg_get_expr(d.adbin, c.oid), '\\s+', ' ', 'g') || ') stored'
            else 'default ' || pg_get_expr(d.adbin, c.oid) end)) order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg('constraint ' || conname || ' ' || pg_get_constraintdef(k.oid, true) order by array_position('{p,u,f,c}', k.contype), conname)
     from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')), '[]') as constraints,
    coalesce((select json_agg(x.text order by x.text)
     from pg_index i cross join lateral (select pg_get_indexdef(i.indexrelid) as text) x
     where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)), '[]') as indexes,
    coalesce((select json_agg('trigger ' || g.tgname || ' ' || substr(x.text, strpos(x.text, g.tgname) + length(g.tgname) + 1) order by g.tgname)
     from pg_trigger g cross join lateral (select pg_get_triggerdef(g.oid, true) as text) x
     where g.tgrelid = c.oid and not g.tgisinternal), '[]') as triggers,
    coalesce((select json_agg(concat_ws(' ', 'policy', p.polname, case when not p.polpermissive then 'as restrictive' end,
        case p.polcmd when '*' then 'for all' when 'r' then 'for select' when 'a' then 'for insert' when 'w' then 'for update' else 'for delete' end,
        'to', (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)),
        'using (' || regexp_replace(pg_get_expr(p.polqual, c.oid), '\\s+', ' ', 'g') || ')') order by p.polname)
     from pg_policy p where p.polrelid = c.oid), '[]') as policies,
    coalesce((select json_agg(text order by text) from (
      select concat_ws(' ', 'grant', e.privileges, 'to', string_agg(e.rolname, ', ' order by e.rolname)) as text
      from (select r.rolname, string_agg(lower(e.privilege_type), ', ' order by e.privilege_type) as privileges
            from aclexplode(c.relacl) e join pg_roles r on r.oid = e.grantee where e.grantee <> c.relowner group by r.rolname
            union all
            select r.rolname, lower(e.privilege_type) || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')'
            from pg_attribute a cross join aclexplode(a.attacl) e join pg_roles r on r.oid = e.grantee
            where a.attrelid = c.oid group by r.rolname, e.privilege_type) e
      group by e.privileges) g), '[]') as grants
  from pg_class c cross join lateral (select c.oid::regclass::text as name) t
  where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('app', 'gate', 'internal')
  order by c.relnamespace::regnamespace::text, t.name`;
