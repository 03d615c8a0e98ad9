-- Removes a file of an order (DELETE /orders/{id}/attachments/{attachment_id}).
-- Gives: {id, deleted}.
-- Raises: HT008, HT100 (store_id); HT100 (id, attachment_id).
create or replace function api.delete_order_attachment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order constant app.orders := internal.lock_order(internal.find_for_write('order', input));
begin
  if not exists (
    select from app.attachments a
    where a.id = (input ->> 'attachment_id')::uuid and a.order_id = v_order.id and a.return_id is null)
  then
    perform internal.fail('HT100', 'gone.ofOrder', '{"thing": "attachment"}');
  end if;
  return json_build_object(
    'id', (internal.remove_attachment((input ->> 'attachment_id')::uuid, 'order')).id, 'deleted', true);
end
$$;
grant execute on function api.delete_order_attachment(jsonb) to haat_api;
