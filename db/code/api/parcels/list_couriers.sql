-- Gives a page of couriers (GET /couriers). They belong to the company and serve all of its stores.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_couriers(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.couriers', input, narrow_by_store => false);
begin
  return internal.page_document(
    (select json_agg(json_build_object(
        'id', c.id,
        'name', c.name,
        'reports_pickups', c.reports_pickups,
        'is_own_rider', c.is_own_rider,
        'status', c.status,
        'created_at', internal.timestamp_text(c.created_at),
        'updated_at', internal.timestamp_text(c.updated_at)) order by u.n)
     from unnest(v_page.ids) with ordinality as u (id, n)
     join app.couriers c on c.id = u.id),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_couriers(jsonb) to haat_api;
