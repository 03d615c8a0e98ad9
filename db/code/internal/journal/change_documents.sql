-- Shows rows of the journal as the API does, without any cost.
-- Takes: ids of changes.
-- Gives: each change that the caller can see, in the order of the ids.
-- see: reference/changes#list_changes
create or replace function internal.change_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, c.id, row_to_json(d)
  from unnest(change_documents.ids) with ordinality as w (id, n)
  join app.changes c on c.id = w.id
  cross join lateral (
    select
      c.id,
      internal.timestamp_text(c.created_at) as created_at,
      json_build_object('type', c.actor_type, 'id', c.actor_id, 'name', c.actor_name) as actor,
      c.operation,
      c.request_id,
      c.store_id,
      c.record_type,
      c.record_id,
      nullif(c.part, '') as part,
      c.parent_id,
      c.action,
      c.before - 'company_id' as before,
      c.after - 'company_id' as after
  ) d
  order by w.n;
end
$$;
grant execute on function internal.change_documents(uuid[]) to haat_api;
