-- No row points at a row of another company or store.
create or replace function ledger.check_tenants() returns table (company_id uuid, store_id uuid, object text,
  found text, expected text)
language plpgsql stable
set search_path = ''
as $$
declare
  k record;
begin
  for k in select * from internal.foreign_keys() f where f.tenant_condition is not null loop
    return query execute format(
      'select %s, %s, format(''%%s %%s'', %L, %s),
         format(''%%s %%s of company %%s%%s'', %L, concat_ws('', '', %s), p.company_id, %s),
         ''the same company and store''
       from %s c join %s p on %s where %s',
      k.company_expression, k.store_expression, k.child, k.child_label, k.parent, k.child_values,
      case when k.maps_store then '''/store '' || p.store_id' else '''''' end,
      k.child, k.parent, k.join_condition, k.tenant_condition);
  end loop;
end
$$;
grant execute on function ledger.check_tenants() to haat_dba;
