--! owner: haat_gatekeeper
-- Gives the variants that have a SKU now, in the stores that the caller sees: one a store at most.
--
-- For internal.list_page: with the variant's id known, a page of movements walks the index of that variant, however
-- long the ledger is (a ledger row keeps the SKU as it was).
create or replace function internal.variants_of_sku(sku text) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select v.id
    from unnest(internal.current_store_ids()) as s (id)
    cross join lateral (select internal.find_sku(s.id, variants_of_sku.sku) as id) v
    where v.id is not null);
end
$$;
