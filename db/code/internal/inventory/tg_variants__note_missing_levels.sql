--! owner: haat_gatekeeper
-- Statement trigger: notes that new variants have no inventory level yet at each of their company's locations.
--
-- As the gatekeeper, like the others that keep missing_levels: a location concerns stores outside the fence too. The
-- shared lock keeps a location from being made meanwhile, which would not see these variants, nor they it; the product
-- is locked by internal.touch_products before. A store that is being filled takes the lock at the end
-- (internal.note_missing_levels): the load takes seconds, in which a new location would wait, and new products behind
-- it.
create or replace function internal.tg_variants__note_missing_levels() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('locations ' || n.company_id::text, 0))
    from (
      select distinct w.company_id from new_rows w
      where w.store_id::text is distinct from current_setting('haat.filled_store', true)) n;
  insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
  select n.company_id, n.store_id, l.id, p.status = 'archived', n.created_at, n.id
  from new_rows n
  join app.products p on p.id = n.product_id
  join app.locations l on l.company_id = n.company_id;
  return null;
end
$$;
grant execute on function internal.tg_variants__note_missing_levels() to haat_owner;
