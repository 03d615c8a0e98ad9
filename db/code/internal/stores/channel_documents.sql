-- Gives each visible sales channel as the API shows it, in the order of the ids.
-- see: reference/channels#list_channels
create or replace function internal.channel_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, c.id, row_to_json(d)
  from unnest(channel_documents.ids) with ordinality as w (id, n)
  join app.channels c on c.id = w.id
  cross join lateral (
    select c.id, c.store_id, c.type, c.name, c.slug, c.status,
      internal.timestamp_text(c.created_at) as created_at, internal.timestamp_text(c.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.channel_documents(uuid[]) to haat_api, haat_staff;
