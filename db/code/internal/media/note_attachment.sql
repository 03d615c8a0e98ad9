-- Tells the timeline of an order that a file came to it, its return or payment, or went; nothing for a purchase, whose
-- files the journal tells of.
-- Takes: the row and the action, attached or detached.
create or replace function internal.note_attachment(attachment app.attachments, action text) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if attachment.order_id is not null then
    perform internal.add_to_timeline(attachment.company_id, attachment.store_id, attachment.order_id,
      note_attachment.action, null, null, null,
      jsonb_strip_nulls(jsonb_build_object(
        'attachment_id', attachment.id,
        'file_name', attachment.file_name,
        'return_id', attachment.return_id,
        'number', (select t.number from app.returns t where t.id = attachment.return_id),
        'payment_id', attachment.payment_id)));
  end if;
end
$$;
