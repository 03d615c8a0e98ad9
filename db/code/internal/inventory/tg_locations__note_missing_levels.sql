--! owner: haat_gatekeeper
-- Row trigger: notes that no variant of the company has an inventory level yet at a new location.
--
-- The lock waits for those who make variants, and they for it.
create or replace function internal.tg_locations__note_missing_levels() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('locations ' || new.company_id::text, 0));
  insert into app.missing_levels (company_id, store_id, location_id, is_archived, created_at, variant_id)
  select v.company_id, v.store_id, new.id, p.status = 'archived', v.created_at, v.id
  from app.variants v
  join app.products p on p.id = v.product_id
  where v.company_id = new.company_id;
  return null;
end
$$;
grant execute on function internal.tg_locations__note_missing_levels() to haat_owner;
