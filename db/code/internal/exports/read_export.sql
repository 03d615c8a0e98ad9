--! owner: haat_api
-- Reads the next records of an export, by the list itself: the same filters, the same fence, the same documents.
-- Takes: the export, its attempt, the record to go on after (null: from the oldest) and how many at most.
-- Gives: the documents, oldest record first, each with after which record more follow (null: none do). One row of
-- nulls when another attempt writes the export.
-- Raises: HT001 to HT003 (the key is not good any more), HT004 (it has not the scope).
--
-- Called in a read-only transaction that is repeatable read, each call sees what the first one saw. The list's pages
-- and documents are read, and not its answer: to put thousands of documents into one and to take them out again costs
-- more than to make them.
create or replace function internal.read_export(export_id uuid, lease_id uuid, after_id uuid, most integer)
  returns table (document text, next_cursor uuid)
language plpgsql volatile security definer rows 1000
set search_path = ''
as $$
declare
  v_export app.exports := internal.enter_export(export_id, lease_id);
  v_list constant text := case v_export.operation
    when 'list_inventory_movements' then 'stock_movements' else substr(v_export.operation, length('list_') + 1) end;
  v_expand jsonb;
  v_input jsonb;
  v_page record;
  v_answer json;
begin
  if v_export.id is null then
    return next;
    return;
  end if;
  v_expand := case when v_export.operation = 'list_orders' and v_export.format = 'csv'
    then '["customer", "items"]'::jsonb else v_export.filters -> 'expand' end;
  v_input := v_export.filters || jsonb_strip_nulls(jsonb_build_object(
    'store_id', v_export.store_id,
    'sort', 'created_at',
    'limit', most,
    'starting_after', after_id,
    'updated_before', case when v_export.for_sync then v_export.synced_until end));
  if (v_input ->> 'missing_only')::boolean then
    -- Levels that are not there: no rows of the table.
    v_answer := api.list_inventory_levels(v_input);
    return query
    select d.document::text, (v_answer -> 'meta' ->> 'next_cursor')::uuid
    from json_array_elements(v_answer -> 'data') with ordinality d (document, n) order by d.n;
    return;
  end if;
  v_page := internal.list_page(v_list, v_input);
  return query execute format(
    'select d.document::text, $2 from internal.%I($1%s) d order by d.ordinal',
    rtrim(v_list, 's') || '_documents', case v_list when 'orders' then ', $3, $4' end)
    using v_page.ids, v_page.next_cursor, coalesce(v_expand ? 'customer', false), coalesce(v_expand ? 'items', false);
end
$$;
grant execute on function internal.read_export(uuid, uuid, uuid, integer) to haat_worker;
