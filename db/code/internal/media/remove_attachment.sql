-- Removes a file of a record: its row at once, its bytes by a worker.
-- Takes: the file, and what it must belong to: order (its returns among it), payment or purchase.
-- Gives: the row as it was.
-- What one may not see is not there: of a purchase without costs.read.
-- Raises: HT100 (attachment_id).
create or replace function internal.remove_attachment(attachment_id uuid, kind text) returns app.attachments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_attachment app.attachments;
begin
  select * into v_attachment
    from app.attachments a
    where a.id = remove_attachment.attachment_id
      and remove_attachment.kind = case
        when a.purchase_id is not null then 'purchase' when a.payment_id is not null then 'payment' else 'order' end
      and (a.purchase_id is null or internal.is_permitted('costs.read'));
  if v_attachment.order_id is not null then
    perform internal.lock_order(v_attachment.order_id);
  end if;
  delete from app.attachments a where a.id = v_attachment.id returning * into v_attachment;
  if v_attachment.id is null then
    perform internal.field_error('HT100', 'attachment_id', 'gone.there', '{"thing": "attachment"}');
  end if;
  perform internal.delete_media(v_attachment.media_key);
  perform internal.note_attachment(v_attachment, 'detached');
  return v_attachment;
end
$$;
