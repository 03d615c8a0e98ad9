-- Adds an upload of staff to a locked record, or changes the caption of a file that the record has. Saving the same is
-- no change. What one may not see is not there: of a purchase without costs.read.
-- Takes: the place as internal.add_attachment; the file that is changed, or null and the upload that is added; the
-- caption (null: as it is, or none; empty: none).
-- Raises: HT100 (attachment_id), HT008 (upload_id, file).
create or replace function internal.save_attachment(place app.attachments, attachment_id uuid, upload_id uuid,
  caption text) returns app.attachments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_caption constant text := nullif(btrim(save_attachment.caption), '');
  v_before app.attachments;
  v_attachment app.attachments;
begin
  if save_attachment.attachment_id is null then
    if save_attachment.upload_id is null then
      perform internal.field_error('HT008', 'upload_id', 'required');
    end if;
    return internal.add_attachment(place,
      internal.take_upload(save_attachment.upload_id, 'upload_id', null, 'attachments'), v_caption);
  end if;
  select * into v_before
    from app.attachments a
    where a.id = save_attachment.attachment_id and a.company_id = place.company_id
      and a.parent_id = coalesce(place.order_id, place.purchase_id)
      and a.payment_id is not distinct from place.payment_id
      and (a.purchase_id is null or internal.is_permitted('costs.read'));
  if v_before.id is null then
    perform internal.field_error('HT100', 'attachment_id', 'gone.there', '{"thing": "attachment"}');
  end if;
  if save_attachment.caption is null or v_before.caption is not distinct from v_caption then
    return v_before;
  end if;
  update app.attachments a set caption = v_caption where a.id = v_before.id returning * into v_attachment;
  return v_attachment;
end
$$;
