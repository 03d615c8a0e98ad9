-- Every row that refers to another refers to one that exists.
-- Takes: nothing, or which part of how many (ledger.checks.parts); and which share of how many
-- (internal.audited_rows).
--
-- Foreign keys hold as long as they are not bypassed (a superuser with triggers off, a restore in parts). This reads
-- them from the catalog and looks for the rows themselves, so a new table is covered the day it is made. Parents are
-- looked up without company and store: a parent of another tenant is ledger.check_tenants' to report.
create or replace function ledger.check_orphans(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_key record;
begin
  for v_key in
    select n.*, case when check_orphans.share is null then n.child
      else internal.audited_rows(n.child, check_orphans.share, check_orphans.shares) end as rows
    from (select f.*, row_number() over (order by f.child, f.child_columns) as number
      from internal.foreign_keys() f) n
    where n.number % check_orphans.parts = check_orphans.part - 1
  loop
    return query execute format(
      'select distinct %s, %s, format(''%%s %%s'', %L, %s), format(''%%s = %%s'', %L, concat_ws('', '', %s)), %L
       from %s c where %s and not exists (select from %s p where %s)',
      v_key.company_expression, v_key.store_expression, v_key.child, v_key.child_label, v_key.child_columns,
      v_key.child_values, 'a row of ' || v_key.parent,
      v_key.rows, v_key.not_null_condition, v_key.parent, v_key.join_condition);
  end loop;
end
$$;
grant execute on function ledger.check_orphans(integer, integer, integer, integer) to haat_dba;
