// What would be in the way of tables that are distributed over machines by company, as Citus and its like do it.
import type pg from 'pg';
import { table } from './table.ts';

/** An engine that distributes by a column wants it in every key, and in every foreign key between distributed tables. */
const obstacles = `
  with tenant as (
    select c.oid, c.relname, a.attnum
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
  )
  select t.relname as table, i.indexrelid::regclass::text as object,
    case
      when x.relname = any ('{api_keys_key_hash_key,staff_email_key,staff_passkeys_credential_id_key,staff_sessions_token_hash_key,stores_slug_key}')
        then 'looked up before the company is known: to a reference directory'
      when x.relname = 'videos_storage_key_key' then 'unique over all companies: a file has one owner'
      when x.relname = any ('{order_items_order_id_line_key,stock_movements_sequence_key}')
        then 'key of a large table: 16 more bytes a row'
      when i.indisprimary and i.indnatts = 1 then 'primary key: rows are read by it alone'
      when i.indisprimary then 'primary key: GraphQL reads rows by it'
      else 'key that people use: GraphQL reads rows by it'
    end as obstacle
  from tenant t join pg_index i on i.indrelid = t.oid and i.indisunique join pg_class x on x.oid = i.indexrelid
  where not t.attnum = any (i.indkey::int2[])
  union all
  select t.relname, c.conname, 'foreign key to ' || r.relname
  from tenant t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' join tenant r on r.oid = c.confrelid
  where not t.attnum = any (c.conkey)
  union all
  select c.relname, c.relname,
    case c.relname when 'companies' then 'its id is the company: distributed by id' else 'no company: a reference table' end
  from pg_class c
  where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from tenant t where t.oid = c.oid)
  order by 1, 2`;

export async function distribution(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(obstacles);
  return `${table(['table', 'object', 'obstacle'], rows)}\n`;
}
