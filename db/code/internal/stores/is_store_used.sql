-- Tells whether a store has anything of what the demo brings.
create or replace function internal.is_store_used(store_id uuid) returns boolean
language sql stable
set search_path = ''
begin atomic
  select exists (select from app.brands t where t.store_id = is_store_used.store_id)
    or exists (select from app.categories t where t.store_id = is_store_used.store_id)
    or exists (select from app.attributes t where t.store_id = is_store_used.store_id)
    or exists (select from app.products t where t.store_id = is_store_used.store_id)
    or exists (select from app.coupons t where t.store_id = is_store_used.store_id)
    or exists (select from app.customers t where t.store_id = is_store_used.store_id);
end;
