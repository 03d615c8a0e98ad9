-- Shows files of orders as the API does.
-- Takes: ids of attachments.
-- Gives: a document for each visible one, in the order of the ids, and the key of its file in the storage, of which
-- the server makes a signed address.
-- see: guides/orders#attachments
create or replace function internal.attachment_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, storage_key text, document json)
language plpgsql stable rows 20
set search_path = ''
as $$
begin
  return query
  select w.n, a.id, a.media_key, row_to_json(d)
  from unnest(attachment_documents.ids) with ordinality as w (id, n)
  join app.attachments a on a.id = w.id
  cross join lateral (
    select a.id, a.store_id, a.order_id, a.file_name, a.caption, a.type, a.width, a.height, a.size_bytes,
      encode(a.sha256, 'hex') as sha256,
      json_build_object('type', a.actor_type, 'id', a.actor_id, 'name', a.actor_name) as actor,
      internal.timestamp_text(a.created_at) as created_at,
      internal.timestamp_text(a.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.attachment_documents(uuid[]) to haat_api;
