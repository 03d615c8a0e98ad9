-- Adds a stored file to an order, its return or payment, or to a purchase, which the caller has locked. The timeline
-- of the order tells of it.
-- Takes: the row with its company, store and what it belongs to; the file as the storage made it {media_key, type,
-- width, height, size_bytes, sha256, file_name}; a caption (null or empty: none).
-- Gives: the row.
-- Raises: HT008 (the record has 20).
-- see: guides/orders#attachments
create or replace function internal.add_attachment(place app.attachments, file jsonb, caption text)
  returns app.attachments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_attachment app.attachments;
begin
  if (
    select count(*) >= 20 from app.attachments a
    where a.company_id = place.company_id
      and (a.store_id = place.store_id and a.order_id = place.order_id or a.purchase_id = place.purchase_id)
      and a.return_id is not distinct from place.return_id and a.payment_id is not distinct from place.payment_id)
  then
    perform internal.field_error('HT008', 'file', 'mostAttachments', '{"most": 20}');
  end if;
  insert into app.attachments (company_id, store_id, order_id, return_id, payment_id, purchase_id, media_key,
    file_name, caption, type, width, height, size_bytes, sha256, actor_type, actor_id, actor_name)
  select place.company_id, place.store_id, place.order_id, place.return_id, place.payment_id, place.purchase_id,
    file ->> 'media_key', file ->> 'file_name', nullif(btrim(add_attachment.caption), ''), file ->> 'type',
    (file ->> 'width')::integer, (file ->> 'height')::integer, (file ->> 'size_bytes')::integer,
    decode(file ->> 'sha256', 'hex'), a.actor_type, a.actor_id, a.actor_name
  from internal.current_actor() a
  returning * into v_attachment;
  perform internal.note_attachment(v_attachment, 'attached');
  return v_attachment;
end
$$;
