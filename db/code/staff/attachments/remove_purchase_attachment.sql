-- Removes a file of a purchase, for good. Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (attachment_id).
create or replace function staff.remove_purchase_attachment(attachment_id uuid) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('inventory.manage');
  return internal.remove_attachment(remove_purchase_attachment.attachment_id, 'purchase');
end
$$;
grant execute on function staff.remove_purchase_attachment(uuid) to haat_staff;
