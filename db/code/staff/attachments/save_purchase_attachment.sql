-- Adds an upload to a purchase, such as the bill of the supplier, or changes the caption of a file that is there: of
-- attachment_id. A purchase has at most 20. They are seen with costs.read. Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (purchase_id, attachment_id), HT008 (upload_id, file).
create or replace function staff.save_purchase_attachment(purchase_id uuid, attachment_id uuid default null,
  upload_id uuid default null, caption text default null) returns app.attachments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_purchase app.purchases;
  v_place app.attachments;
begin
  perform internal.require_permission('inventory.manage');
  v_purchase := internal.lock_purchase(save_purchase_attachment.purchase_id);
  select v_purchase.company_id, v_purchase.id into v_place.company_id, v_place.purchase_id;
  return internal.save_attachment(v_place, save_purchase_attachment.attachment_id, save_purchase_attachment.upload_id,
    save_purchase_attachment.caption);
end
$$;
grant execute on function staff.save_purchase_attachment(uuid, uuid, uuid, text) to haat_staff;
