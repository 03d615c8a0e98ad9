-- Shows calls about orders as the API does.
-- Takes: ids of calls.
-- Gives: a document for each visible one, in the order of the ids.
-- see: guides/orders#calls
create or replace function internal.call_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, k.id, row_to_json(d)
  from unnest(call_documents.ids) with ordinality as w (id, n)
  join app.order_calls k on k.id = w.id
  cross join lateral (
    select k.id, k.store_id, k.order_id, k.attempt, k.outcome, k.note,
      internal.timestamp_text(k.next_call_at) as next_call_at,
      json_build_object('type', k.actor_type, 'id', k.actor_id, 'name', k.actor_name) as actor,
      internal.timestamp_text(k.created_at) as created_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.call_documents(uuid[]) to haat_api;
