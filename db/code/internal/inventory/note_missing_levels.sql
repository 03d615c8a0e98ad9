--! owner: haat_gatekeeper
-- Notes of each variant of a store at which locations it has no inventory level, where that is not noted yet.
-- Takes: a store that was filled without the lock of internal.tg_variants__note_missing_levels (internal.load_demo).
--
-- Under that lock every location is seen that was made meanwhile, and one that is made later sees the variants.
create or replace function internal.note_missing_levels(store_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('locations ' || s.company_id::text, 0))
    from app.stores s where s.id = note_missing_levels.store_id;
  insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
  select v.company_id, v.store_id, l.id, p.status = 'archived', v.created_at, v.id
  from app.variants v
  join app.products p on p.id = v.product_id
  join app.locations l on l.company_id = v.company_id
  where v.store_id = note_missing_levels.store_id
    and not exists (select from app.inventory_levels i where i.variant_id = v.id and i.location_id = l.id)
    and not exists (
      select from app.missing_levels m
      where m.company_id = v.company_id and m.store_id = v.store_id and m.location_id = l.id
        and m.is_archived = (p.status = 'archived') and m.created_at = v.created_at and m.variant_id = v.id);
end
$$;
grant execute on function internal.note_missing_levels(uuid) to haat_owner;
