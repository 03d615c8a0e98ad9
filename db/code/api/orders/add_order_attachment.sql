-- Adds a stored file to an order (POST /orders/{id}/attachments).
-- Takes: the file as internal.add_attachment, and a caption.
-- Gives: the attachment.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (file).
create or replace function api.add_order_attachment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order constant app.orders := internal.lock_order(internal.find_for_write('order', input));
  v_place app.attachments;
begin
  select v_order.company_id, v_order.store_id, v_order.id
    into v_place.company_id, v_place.store_id, v_place.order_id;
  v_place := internal.add_attachment(v_place, input -> 'file', input ->> 'caption');
  return (select d.document from internal.attachment_documents(array[v_place.id]) d);
end
$$;
grant execute on function api.add_order_attachment(jsonb) to haat_api;
