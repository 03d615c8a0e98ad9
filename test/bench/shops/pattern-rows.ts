// The rows of the pattern laid aside, with marks where each copy writes something of its own.
import type pg from 'pg';
import { tag } from './pattern.ts';

/** Rows of the company as a whole: a copy of orders and goods belongs to one company and uses these of it. */
export const companyTables = [
  'companies',
  'stores',
  'locations',
  'channels',
  'payment_methods',
  'couriers',
  'staff',
  'brands',
  'categories',
  'attributes',
  'attribute_values',
];
/**
 * Keys, seals, the journal and answers are a company's own, and it makes its roles itself; sales, orders and products are
 * counted anew; of events, only the last days would be kept.
 */
const notCopied =
  /^(api_keys|changes|idempotency_keys|staff_sessions|report_cache|ledger_seal.*|events|webhook_.*|sales_.*|order_count.*|product_counts|product_sales|product_documents|staff_roles)$/;

/** What stands for the parts that differ: ids of the copy, ids of its company, the copy's number, order numbers. */
const marks = { copy: '<c>', company: '<m>', tag: '<t>', number: '<n>' };

export type PatternTable = {
  name: string;
  /** The temporary table that holds its rows. */
  rows: string;
  columns: string;
  /** How each column is copied, from the row t and the copy k. */
  values: string;
};

/** Reads the rows of the company as they are now; `suffix` tells one reading from another. */
export async function layAside(client: pg.PoolClient, companyId: string, suffix: string): Promise<PatternTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: [name: string, type: string][] }>(
    `select c.relname as name,
       json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r'
       -- Hashes of orders with other ids.
       and a.attname <> 'prints'
       and (c.relname = 'companies' or internal.has_column(c.oid, 'company_id'))
     group by c.relname order by c.relname`,
  );
  const copied = tables.filter(({ name }) => !notCopied.test(name));
  const texts = new Map<string, string[]>();
  for (const { name, columns } of copied) {
    const order = ['created_at', 'id'].filter((column) => columns.some(([other]) => other === column));
    const { rows } = await client.query(
      `select to_jsonb(t)::text as row from app.${name} t where ${name === 'companies' ? 'id' : 'company_id'} = $1
       ${order.length > 0 ? `order by ${order.join(', ')}` : ''}`,
      [companyId],
    );
    if (rows.length > 0)
      texts.set(
        name,
        rows.map(({ row }) => row),
      );
  }
  const mark = marker(texts);
  const result: PatternTable[] = [];
  for (const { name, columns } of copied) {
    const list = texts.get(name);
    if (list)
      result.push(
        await keep(
          client,
          name,
          columns,
          list.map((row) => JSON.parse(mark(row))),
          suffix,
        ),
      );
  }
  return result;
}

/** Replaces what differs from copy to copy by marks. Ids keep their order, which is that of time. */
function marker(texts: Map<string, string[]>): (row: string) => string {
  const known = new Map<string, string>();
  const idsOf = (names: string[]) =>
    names
      .flatMap((name) =>
        texts
          .get(name)!
          .map((row) => JSON.parse(row).id)
          .filter(Boolean),
      )
      .toSorted();
  const inCompany = [...texts.keys()].filter((name) => companyTables.includes(name));
  const inCopy = [...texts.keys()].filter((name) => !companyTables.includes(name));
  for (const [index, id] of idsOf(inCompany).entries()) known.set(id, marks.company + tail(index));
  for (const [index, id] of idsOf(inCopy).entries()) known.set(id, marks.copy + tail(index));
  const places = new RegExp(
    `([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(ORD|RET)-\\d{8}-(\\d+)|${tag}`,
    'g',
  );
  return (row) =>
    row.replaceAll(places, (found, id, kind, number) => {
      if (id) return known.get(id) ?? found;
      if (kind) return `${kind}-${marks.number}${String(Number(number) - 1000).padStart(4, '0')}`;
      return marks.tag;
    });
}

/** All of a UUIDv7 but its time, for the n-th record. */
const tail = (n: number) => {
  const hex = n.toString(16).padStart(6, '0');
  return `-7${hex.slice(0, 3)}-8${hex.slice(3)}-000000000000`;
};

async function keep(
  client: pg.PoolClient,
  name: string,
  columns: [name: string, type: string][],
  rows: Record<string, unknown>[],
  suffix: string,
): Promise<PatternTable> {
  const table = `pattern_${suffix}_${name}`;
  const declared: string[] = [];
  const values: string[] = [];
  for (const [column, type] of columns) {
    const texts = rows.map((row) => JSON.stringify(row[column] ?? null));
    const used = Object.values(marks).filter((mark) => texts.some((text) => text.includes(mark)));
    const begin =
      used.length === 1 && rows.every((row) => row[column] === null || String(row[column]).startsWith(used[0]!));
    const field = `t.${column}`;
    let value = type.startsWith('timestamp') ? `${field} + k.shift` : type === 'date' ? `${field} + k.days` : field;
    if (type === 'uuid' && begin) {
      // The most frequent case, and the quickest: the mark is at the beginning.
      for (const row of rows) if (row[column]) row[column] = String(row[column]).slice(used[0]!.length);
      value = `(k.${used[0] === marks.copy ? 'copy' : 'company'} || ${field})::uuid`;
    } else if (used.length > 0) {
      const replaced = used.reduce((text, mark) => `replace(${text}, '${mark}', k.${nameOf(mark)})`, field);
      value = type === 'text' ? replaced : `(${replaced})::${type}`;
    } else if ((name === 'stores' && column === 'slug') || (name === 'staff' && column === 'email')) {
      value = `k.company || ${field}`;
    }
    for (const row of rows)
      if (used.length > 0 && row[column] !== null && typeof row[column] === 'object')
        row[column] = JSON.stringify(row[column]);
    declared.push(`${column} ${used.length > 0 ? 'text' : type}`);
    values.push(value);
  }
  await client.query(
    `create temp table ${table} as
     select * from rows from (jsonb_to_recordset($1) as (${declared.join(', ')})) with ordinality as t`,
    [JSON.stringify(rows)],
  );
  await client.query(`analyze ${table}`);
  return { name, rows: table, columns: columns.map(([column]) => column).join(', '), values: values.join(', ') };
}

const nameOf = (mark: string) => Object.entries(marks).find(([, value]) => value === mark)![0];
