-- Adds an upload to an order, or to a return of it, or changes the caption of a file that is there: of attachment_id.
-- An order, and each return of it, has at most 20. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id, return_id, attachment_id), HT008 (upload_id, file).
create or replace function staff.save_order_attachment(order_id uuid, return_id uuid default null,
  attachment_id uuid default null, upload_id uuid default null, caption text default null) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
  v_place app.attachments;
begin
  perform internal.require_permission('orders.manage');
  v_order := internal.lock_order(save_order_attachment.order_id);
  select v_order.company_id, v_order.store_id, v_order.id
    into v_place.company_id, v_place.store_id, v_place.order_id;
  if save_order_attachment.return_id is not null then
    select t.id into v_place.return_id
      from app.returns t where t.id = save_order_attachment.return_id and t.order_id = v_order.id;
    if v_place.return_id is null then
      perform internal.field_error('HT100', 'return_id', 'gone.there', '{"thing": "return"}');
    end if;
  end if;
  return internal.save_attachment(v_place, save_order_attachment.attachment_id, save_order_attachment.upload_id,
    save_order_attachment.caption);
end
$$;
grant execute on function staff.save_order_attachment(uuid, uuid, uuid, uuid, text) to haat_staff;
