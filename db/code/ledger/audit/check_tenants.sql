-- No row points at a row of another company or store.
-- Takes: nothing, or which part of how many (ledger.checks.parts); and which share of how many
-- (internal.audited_rows).
create or replace function ledger.check_tenants(part integer default 1, parts integer default 1,
  share integer default null, shares integer default null)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_key record;
begin
  for v_key in
    select n.*, case when check_tenants.share is null then n.child
      else internal.audited_rows(n.child, check_tenants.share, check_tenants.shares) end as rows
    from (select f.*, row_number() over (order by f.child, f.child_columns) as number
      from internal.foreign_keys() f where f.tenant_condition is not null) n
    where n.number % check_tenants.parts = check_tenants.part - 1
  loop
    return query execute format(
      'select distinct %s, %s, format(''%%s %%s'', %L, %s),
         format(''%%s %%s of company %%s%%s'', %L, concat_ws('', '', %s), p.company_id, %s),
         ''the same company and store''
       from %s c join %s p on %s where %s',
      v_key.company_expression, v_key.store_expression, v_key.child, v_key.child_label, v_key.parent,
      v_key.child_values,
      case when v_key.maps_store then '''/store '' || p.store_id' else '''''' end,
      v_key.rows, v_key.parent, v_key.join_condition, v_key.tenant_condition);
  end loop;
end
$$;
grant execute on function ledger.check_tenants(integer, integer, integer, integer) to haat_dba;
