-- Has a worker write a whole list into a file (POST /exports).
-- Takes: {operation, filters?, format?, bom?, for_sync?, store_id?}; the server has checked the filters as those of
-- the list.
-- Gives: the export, which waits for a worker.
-- Raises: HT008, HT100 (store_id); HT008 (operation, for_sync); HT004 (the scope of the list); HT101 (five exports of
-- the store are not finished).
create or replace function api.create_export(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_most_open constant integer := 5;
  v_lists_for_sync constant text[] := '{list_products,list_orders}';
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_scope constant text := internal.scope_of_list(input ->> 'operation');
  v_for_sync constant boolean := coalesce((input ->> 'for_sync')::boolean, false);
  v_id uuid;
begin
  if v_scope is null then
    perform internal.field_error('HT008', 'operation', 'exportList');
  elsif v_for_sync and input ->> 'operation' <> all (v_lists_for_sync) then
    perform internal.field_error('HT008', 'for_sync', 'exportForSync',
      jsonb_build_object('lists', array_to_string(v_lists_for_sync, ', ')));
  end if;
  perform internal.require_scope(v_scope, format('%s needs', input ->> 'operation'));
  -- Counted exactly: two calls at once queue here.
  perform from app.stores s where s.id = v_store_id for no key update;
  if (select count(*) from app.exports e where e.store_id = v_store_id and e.status in ('pending', 'running'))
    >= v_most_open
  then
    perform internal.fail('HT101', 'exportsOpen', jsonb_build_object('count', v_most_open),
      fields => jsonb_build_object('operation', jsonb_build_array(internal.problem('exportsOpen.field'))));
  end if;
  insert into app.exports (company_id, store_id, key_id, operation, filters, format, with_bom, for_sync)
  values (internal.current_company_id(), v_store_id, internal.context_setting('haat.key_id')::uuid,
    input ->> 'operation', coalesce(input -> 'filters', '{}'), coalesce(input ->> 'format', 'ndjson'),
    coalesce((input ->> 'bom')::boolean, false), v_for_sync)
  returning id into v_id;
  perform internal.enqueue('export__write', job_key => 'export__write');
  return (select d.document from internal.export_documents(array[v_id]) d);
end
$$;
grant execute on function api.create_export(jsonb) to haat_api;
