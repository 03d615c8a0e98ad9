--! owner: haat_api
-- Reads the next records of an export, by the list itself: the same filters, the same fence, the same documents.
-- Takes: the export, its attempt, the record to go on after (null: from the oldest) and how many at most.
-- Gives: the documents, oldest record first, and after which record more follow (null: none do). documents is null
-- when another attempt writes the export.
-- Raises: HT001 to HT003 (the key is not good any more), HT004 (it has not the scope).
--
-- Called in a read-only transaction that is repeatable read, each call sees what the first one saw.
create or replace function internal.read_export(export_id uuid, lease_id uuid, after_id uuid, most integer,
  out documents text[], out next_cursor uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_export app.exports := internal.enter_export(export_id, lease_id);
  v_input jsonb;
  v_page json;
begin
  if v_export.id is null then
    return;
  end if;
  v_input := v_export.filters || jsonb_strip_nulls(jsonb_build_object(
    'store_id', v_export.store_id,
    'sort', 'created_at',
    'limit', most,
    'starting_after', after_id,
    'expand', case when v_export.operation = 'list_orders' and v_export.format = 'csv'
      then '["customer", "items"]'::jsonb else v_export.filters -> 'expand' end,
    'updated_before', case when v_export.for_sync then v_export.synced_until end));
  execute format('select api.%I($1)', v_export.operation) into v_page using v_input;
  documents := array(
    select d.document::text from json_array_elements(v_page -> 'data') with ordinality d (document, n) order by d.n);
  next_cursor := (v_page -> 'meta' ->> 'next_cursor')::uuid;
end
$$;
grant execute on function internal.read_export(uuid, uuid, uuid, integer) to haat_worker;
