-- Fences one table: enables and forces row-level security and writes its policies again.
-- Takes: the table; what its rows belong to (company, store, company_or_store, self, self_store, shared); and the
-- condition for staff to see a row, such as a permission.
-- see: guides/inside#who-acts
--
-- The fence is restrictive: a permissive policy that comes later can only narrow. It is forced: it holds for the owner
-- too. Roles that no permissive policy names see nothing. The scalar sub-selects run once a statement, not once a row.
create or replace procedure internal.install_fence(relation regclass, scope text,
  staff_see text default 'true')
language plpgsql
set search_path = ''
as $$
declare
  v_company constant text := 'company_id = (select internal.current_company_id())';
  v_stores constant text := 'any ((select internal.current_store_ids())::uuid[])';
  v_fence constant text := case scope
    when 'company' then v_company
    when 'store' then v_company || ' and store_id = ' || v_stores
    -- Rows of the company as a whole (store_id null) or of one of its stores.
    when 'company_or_store' then v_company || ' and (store_id is null or store_id = ' || v_stores || ')'
    when 'self' then 'id = (select internal.current_company_id())'
    when 'self_store' then v_company || ' and id = ' || v_stores
    when 'shared' then 'true'
  end;
  v_policy text;
begin
  if v_fence is null then
    raise exception 'unknown scope %', scope;
  end if;
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  for v_policy in select polname from pg_catalog.pg_policy where polrelid = relation loop
    execute format('drop policy %I on %s', v_policy, relation);
  end loop;
  execute format(
    'create policy tenant_fence on %s as restrictive to haat_owner, haat_api, haat_staff using (%s) with check (%2$s)',
    relation, v_fence);
  execute format('create policy all_owner on %s to haat_owner using (true) with check (true)', relation);
  execute format('create policy select_api on %s for select to haat_api using (true)', relation);
  execute format('create policy select_staff on %s for select to haat_staff using (%s)', relation, staff_see);
  -- These two look across tenants; what they may read at all is said by grants, column by column where it matters.
  execute format('create policy select_dba on %s for select to haat_dba using (true)', relation);
  execute format('create policy all_gatekeeper on %s to haat_gatekeeper using (true) with check (true)', relation);
end
$$;
