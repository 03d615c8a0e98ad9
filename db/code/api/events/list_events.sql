-- Gives the next events, oldest first, as webhooks carry them (GET /events).
-- Takes: the filters; wait is the server's business, which asks again.
-- Raises: HT004 (a scope is missing); HT100 (store_id, cursor).
create or replace function api.list_events(input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_page constant record := internal.event_page(input);
begin
  return internal.page_document(
    (select json_agg(internal.event_envelope(v, internal.api_version())::json order by u.n)
     from unnest(v_page.ids) with ordinality as u (id, n)
     join app.events v on v.id = u.id),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_events(jsonb) to haat_api;
