-- Removes a file of a payment or refund, for good. Needs payments.manage.
-- Raises: HT014 (permission), HT100 (attachment_id).
create or replace function staff.remove_payment_attachment(attachment_id uuid) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('payments.manage');
  return internal.remove_attachment(remove_payment_attachment.attachment_id, 'payment');
end
$$;
grant execute on function staff.remove_payment_attachment(uuid) to haat_staff;
