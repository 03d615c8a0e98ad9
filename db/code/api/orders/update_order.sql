-- Changes the note, the tags or the call-back of an order, whatever its status (PATCH /orders/{id}).
-- Takes: note, tags, follow_up_at, follow_up_note, each optional. Absent fields stay; null clears.
-- Gives: the order with customer and items.
-- Raises: HT008, HT100 (store_id); HT100 (id).
--
-- The timeline keeps [before, after] of each field.
create or replace function api.update_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(internal.find_for_write('order', input));
  v_after app.orders := v_before;
  v_changes jsonb;
begin
  if input ? 'note' then
    v_after.note := input ->> 'note';
  end if;
  if input ? 'follow_up_at' then
    v_after.follow_up_at := date_trunc('milliseconds', (input ->> 'follow_up_at')::timestamptz);
  end if;
  if input ? 'follow_up_note' then
    v_after.follow_up_note := input ->> 'follow_up_note';
  end if;
  v_after.tags := internal.order_tags(input, v_after.tags);
  if (v_after.note, v_after.tags, v_after.follow_up_at, v_after.follow_up_note)
    is distinct from (v_before.note, v_before.tags, v_before.follow_up_at, v_before.follow_up_note)
  then
    update app.orders t set
      note = v_after.note,
      tags = v_after.tags,
      follow_up_at = v_after.follow_up_at,
      follow_up_note = v_after.follow_up_note
      where t.id = v_before.id;
    v_changes := jsonb_build_object(
      'note', case when v_after.note is distinct from v_before.note
        then jsonb_build_array(v_before.note, v_after.note) end,
      'tags', case when v_after.tags is distinct from v_before.tags
        then jsonb_build_array(v_before.tags, v_after.tags) end,
      'follow_up_at', case when v_after.follow_up_at is distinct from v_before.follow_up_at
        then jsonb_build_array(
          internal.timestamp_text(v_before.follow_up_at),
          internal.timestamp_text(v_after.follow_up_at)) end,
      'follow_up_note', case when v_after.follow_up_note is distinct from v_before.follow_up_note
        then jsonb_build_array(v_before.follow_up_note, v_after.follow_up_note) end);
    perform internal.add_to_timeline(v_before.company_id, v_before.store_id, v_before.id, 'updated', null, null, null,
      jsonb_strip_nulls(v_changes));
    perform internal.publish_order(v_before);
  end if;
  return (select d.document from internal.order_documents(array[v_before.id], true, true) d);
end
$$;
grant execute on function api.update_order(jsonb) to haat_api;
