-- Adds an upload to a payment or refund, such as its slip, or changes the caption of a file that is there: of
-- attachment_id. A payment has at most 20. Needs payments.manage.
-- Raises: HT014 (permission), HT100 (payment_id, attachment_id), HT008 (upload_id, file).
create or replace function staff.save_payment_attachment(payment_id uuid, attachment_id uuid default null,
  upload_id uuid default null, caption text default null) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_payment app.payments;
  v_place app.attachments;
begin
  perform internal.require_permission('payments.manage');
  v_payment := internal.lock_payment(save_payment_attachment.payment_id);
  select v_payment.company_id, v_payment.store_id, v_payment.order_id, v_payment.id
    into v_place.company_id, v_place.store_id, v_place.order_id, v_place.payment_id;
  return internal.save_attachment(v_place, save_payment_attachment.attachment_id, save_payment_attachment.upload_id,
    save_payment_attachment.caption);
end
$$;
grant execute on function staff.save_payment_attachment(uuid, uuid, uuid, text) to haat_staff;
