-- Gives each visible location as the API shows it, in the order of the ids.
-- see: reference/locations#get_location
create or replace function internal.location_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, l.id, row_to_json(d)
  from unnest(location_documents.ids) with ordinality as w (id, n)
  join app.locations l on l.id = w.id
  cross join lateral (
    select l.id, l.company_id, l.name, l.code, l.address, l.status, l.is_default,
      l.latitude::text as latitude, l.longitude::text as longitude,
      internal.timestamp_text(l.created_at) as created_at, internal.timestamp_text(l.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.location_documents(uuid[]) to haat_api, haat_staff;
