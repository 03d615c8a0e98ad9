-- PATCH /orders/{id}.
-- Takes: note, follow_up_at, follow_up_note, each optional.
-- Gives: the order with customer and items.
-- The timeline keeps [before, after].
-- Raises: HT008 and HT100 for store_id, HT100.
-- spec: Endpoint list
--
-- Absent fields stay; null clears. Whatever an order's status, its note and call-back may be written.
create or replace function api.update_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(internal.find_order_for_write(input));
  o app.orders := v_before;
begin
  if input ? 'note' then
    o.note := input ->> 'note';
  end if;
  if input ? 'follow_up_at' then
    o.follow_up_at := date_trunc('milliseconds', (input ->> 'follow_up_at')::timestamptz);
  end if;
  if input ? 'follow_up_note' then
    o.follow_up_note := input ->> 'follow_up_note';
  end if;
  if (o.note, o.follow_up_at, o.follow_up_note) is distinct from (v_before.note, v_before.follow_up_at, v_before.follow_up_note) then
    update app.orders t set note = o.note, follow_up_at = o.follow_up_at, follow_up_note = o.follow_up_note where t.id = o.id;
    perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'updated', null, null, null, jsonb_strip_nulls(jsonb_build_object(
      'note', case when o.note is distinct from v_before.note then jsonb_build_array(v_before.note, o.note) end,
      'follow_up_at', case when o.follow_up_at is distinct from v_before.follow_up_at
        then jsonb_build_array(internal.timestamp_text(v_before.follow_up_at), internal.timestamp_text(o.follow_up_at)) end,
      'follow_up_note', case when o.follow_up_note is distinct from v_before.follow_up_note then jsonb_build_array(v_before.follow_up_note, o.follow_up_note) end)));
    perform internal.publish_order(v_before);
  end if;
  return (select d.document from internal.order_documents(array[o.id], true, true) d);
end
$$;
grant execute on function api.update_order(jsonb) to haat_api;
