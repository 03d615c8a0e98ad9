// What db/code has made of a database, read from its catalog. A unit is what one file makes: a function with all its
// overloads or a view (`schema/name`), the policies and grants of a table (`policies/table`), its triggers
// (`triggers/table`). Tables outside schema app bear their schema: `policies/gate.rate_windows`.
import type pg from 'pg';

/** A function, view, policy, trigger, or grant, as it stands in the catalog. */
export interface CodeObject {
  unit: string;
  kind: 'function' | 'view' | 'policy' | 'trigger' | 'grant';
  /** As `drop <kind>` names it; for a grant the table. */
  name: string;
  owner: string;
  /** Changes whenever the object is made again. */
  version: string;
  definition: string;
  /** The function alone, without grants and comment. */
  body: string | null;
}

/** Schemas in which every function and view is one of ours. */
export const codeSchemas = ['api', 'gate', 'internal', 'ledger', 'staff'];

const schemas = [...codeSchemas, 'app'].map((name) => `'${name}'`).join(', ');

// Access lists are compared as sorted text: their own order tells only who was granted first. Comments are joined, since
// obj_description and col_description are a statement for each object; "offset 0" has each body written once.
const objectsSql = `
  with acl as (
    select x.catalog, x.oid, string_agg(concat_ws(' ', x.attname, e.privilege_type, e.is_grantable, coalesce(r.rolname, 'public')), ', '
      order by x.attname, e.privilege_type, r.rolname) as text
    from (select 'pg_proc' as catalog, oid, '' as attname, proacl as acl, proowner as owner from pg_proc
          union all select 'pg_class', oid, '', relacl, relowner from pg_class
          union all select 'pg_class', a.attrelid, a.attname, a.attacl, c.relowner from pg_attribute a join pg_class c on c.oid = a.attrelid
            where a.attacl is not null) x
      cross join aclexplode(x.acl) e left join pg_roles r on r.oid = e.grantee
    where e.grantee <> x.owner
    group by x.catalog, x.oid
  ), relations as (
    select c.oid, n.nspname, c.relname, c.relkind, c.relowner, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.ctid,
      case n.nspname when 'app' then '' else n.nspname || '.' end || c.relname as unit_name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${schemas}) and c.relkind in ('r', 'p', 'v')
  ), columns as (
    -- What "t.*" stood for when a function with a parsed body was made: another column, and its rows have another form.
    select p.oid, string_agg(k.text, E'\\n' order by k.text) as text
    from pg_proc p
    cross join lateral (
      select t.typrelid as relation from pg_type t where t.oid = p.prorettype and t.typrelid <> 0
      union
      select d.refobjid from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass) u
    cross join lateral (
      select string_agg(a.attname || ' ' || a.atttypid::regtype, ', ' order by a.attnum) as text
      from pg_attribute a where a.attrelid = u.relation and a.attnum > 0 and not a.attisdropped) k
    where p.prosqlbody is not null
    group by p.oid
  )
  select n.nspname || '/' || p.proname as unit, 'function' as kind, p.oid::regprocedure::text as name, p.proowner::regrole::text as owner,
      p.ctid::text as version, concat_ws(E'\\n', body.text, acl.text, d.description, columns.text) as definition, body.text as body
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace left join acl on acl.catalog = 'pg_proc' and acl.oid = p.oid
      left join columns on columns.oid = p.oid
      left join pg_description d on d.classoid = 'pg_proc'::regclass and d.objoid = p.oid and d.objsubid = 0
      cross join lateral (select pg_get_functiondef(p.oid) as text offset 0) body
    where n.nspname in (${schemas}) and p.prokind in ('f', 'p')
  union all
  select r.nspname || '/' || r.relname, 'view', r.oid::regclass::text, r.relowner::regrole::text, r.ctid::text,
      concat_ws(E'\\n', pg_get_viewdef(r.oid), r.reloptions, acl.text, d.description,
        (select string_agg(a.attname || ' ' || k.description, E'\\n' order by a.attnum)
         from pg_description k join pg_attribute a on a.attrelid = k.objoid and a.attnum = k.objsubid
         where k.classoid = 'pg_class'::regclass and k.objoid = r.oid and k.objsubid > 0)), null
    from relations r left join acl on acl.catalog = 'pg_class' and acl.oid = r.oid
      left join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = r.oid and d.objsubid = 0
    where r.relkind = 'v'
  union all
  select 'policies/' || r.unit_name, 'policy', quote_ident(p.polname) || ' on ' || r.oid::regclass, r.relowner::regrole::text, p.ctid::text,
      concat_ws(E'\\n', p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[], pg_get_expr(p.polqual, r.oid), pg_get_expr(p.polwithcheck, r.oid),
        r.relrowsecurity, r.relforcerowsecurity), null
    from pg_policy p join relations r on r.oid = p.polrelid
  union all
  -- Grants of columns may be of all but some (internal.grant_all_but), so that another column is another grant.
  select 'policies/' || r.unit_name, 'grant', r.oid::regclass::text, r.relowner::regrole::text, '',
      concat_ws(E'\\n', acl.text, (
        select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        having bool_or(a.attacl is not null))), null
    from relations r join acl on acl.catalog = 'pg_class' and acl.oid = r.oid
    where r.relkind <> 'v'
  union all
  select 'triggers/' || r.unit_name, 'trigger', quote_ident(t.tgname) || ' on ' || r.oid::regclass, r.relowner::regrole::text, t.ctid::text,
      concat_ws(E'\\n', pg_get_triggerdef(t.oid), t.tgenabled), null
    from pg_trigger t join relations r on r.oid = t.tgrelid
    where not t.tgisinternal`;

/** The objects of these units: to write down all of them takes half a second. */
export async function readCode(client: pg.ClientBase, units: Iterable<string>): Promise<CodeObject[]> {
  const text = `select o.* from (${objectsSql}) o where o.unit = any ($1)`;
  return (await client.query<CodeObject>(text, [[...units]])).rows;
}

/** A digest a unit; equal digests mean equal policies, bodies, grants and comments. */
export async function readDigests(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ unit: string; digest: string }>(`
    select unit, md5(string_agg(kind || name || owner || definition, E'\\n' order by kind, name)) as digest
    from (${objectsSql}) o group by unit`);
  return new Map(rows.map(({ unit, digest }) => [unit, digest]));
}

/** How much state there is: dropping code must not take a column, default, constraint or index along. */
export async function countState(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(`
    select concat_ws(' ',
      (select count(*) from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'c') and not a.attisdropped),
      (select count(*) from pg_attrdef), (select count(*) from pg_constraint), (select count(*) from pg_index)) as counts`);
  return rows[0].counts;
}
