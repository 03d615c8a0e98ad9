--! owner: haat_gatekeeper
-- Finds a page of the changes that a key is shown, as internal.page_ids does: of its store, or with a company key of
-- all its stores and of the company itself.
-- Takes: the input of the list.
-- Raises: HT100 (store_id or cursor outside the key).
-- see: guides/pagination-and-sync#pages
--
-- As the gatekeeper, for the reasons of internal.list_page. A key may see few of the types: the next rows are merged
-- from those of each type of each store, which lie together in changes_type_idx, and in changes_actor_idx those of one
-- actor. A record has few changes, which are found first and sorted. Of the company itself a page is read by an order
-- that names the store: of a column that is null Postgres does not know that the index has the rest in order.
create or replace function internal.change_page(input jsonb,
  out ids uuid[], out has_more boolean, out next_cursor uuid)
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_types constant text[] := array(
    select r.type from unnest(internal.readable_record_types()) r (type)
    where r.type = coalesce(input ->> 'record_type', r.type));
  v_filters constant text := internal.list_filters('changes', input - 'record_type');
  -- As internal.page_ids reads: each of two parts must be in the order for them to be merged.
  v_descending constant boolean :=
    (coalesce(input ->> 'sort', '-created_at') = '-created_at') <> (input ->> 'ending_before' is not null);
begin
  select p.* into ids, has_more, next_cursor
    from internal.page_ids('app.changes', input || jsonb_build_object('types', v_types),
      v_filters
        || case when v_store_id is null then ' and (t.store_id is null or array_position($8, t.store_id) is not null)'
          else '' end,
      v_store_id is not null,
      case
        -- "offset 0": found by the record alone.
        when input ->> 'record_id' is not null then jsonb_build_object('groups', jsonb_build_object(
          'of', $c$(select where $1 -> 'types' ? ($1 ->> 'record_type')) g$c$,
          'rows', $c$(select t.* from app.changes t
            where t.record_type = $1 ->> 'record_type' and t.record_id = ($1 ->> 'record_id')::uuid offset 0)$c$,
          'match', 'true'))
        else jsonb_build_object('groups', jsonb_build_object(
          'of', $c$(select s.id, r.type
            from unnest($8 || case when $3 is null then array[null::uuid] end) s (id)
            cross join jsonb_array_elements_text($1 -> 'types') r (type)) g (store_id, record_type)$c$,
          'rows', format($c$(
            (select t.* from app.changes t
             where t.company_id = $2 and t.store_id = g.store_id and t.record_type = g.record_type
             order by t.created_at %1$s, t.id %1$s)
            union all
            (select t.* from app.changes t
             where g.store_id is null
               and t.company_id = $2 and t.store_id is null and t.record_type = g.record_type%3$s{ends}
             order by t.store_id %2$s, t.created_at %1$s, t.id %1$s limit $9))$c$,
            case when v_descending then 'desc' else 'asc' end, case when v_descending then 'asc' else 'desc' end,
            v_filters),
          'match', 'true')) end) p;
end
$$;
grant execute on function internal.change_page(jsonb) to haat_api;
