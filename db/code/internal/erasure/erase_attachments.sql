-- Removes the files of orders, of their returns and payments: rows now, bytes by a worker. No timeline tells of it;
-- the erasure does.
-- Gives: how many there were.
create or replace function internal.erase_attachments(store_id uuid, order_ids uuid[]) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  v_count bigint;
begin
  with gone as (
    delete from app.attachments a
      where a.store_id = erase_attachments.store_id and a.order_id = any (erase_attachments.order_ids)
      returning a.media_key
  )
  select count(internal.delete_media(g.media_key)) into v_count from gone g;
  return v_count;
end
$$;
