-- Removes a file of an order or of a return of it, for good. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (attachment_id).
create or replace function staff.remove_order_attachment(attachment_id uuid) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.remove_attachment(remove_order_attachment.attachment_id, 'order');
end
$$;
grant execute on function staff.remove_order_attachment(uuid) to haat_staff;
