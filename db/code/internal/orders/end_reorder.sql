-- Names in an order the one that was made of it again, in its timeline too, and sends its event.
-- Takes: the locked order and the new one as the API shows it.
create or replace function internal.end_reorder(before app.orders, made json) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update app.orders o set reordered_as_id = (made ->> 'id')::uuid where o.id = before.id;
  perform internal.add_to_timeline(before.company_id, before.store_id, before.id, 'reordered', null, null, null,
    jsonb_build_object('order_id', made ->> 'id', 'number', made ->> 'number'));
  perform internal.publish_order(before, others => jsonb_build_object('reordered_as_id', before.reordered_as_id));
end
$$;
