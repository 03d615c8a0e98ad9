-- Refuses a product with a brand that its store does not have.
-- Takes: the brand (or null) and the store.
-- Raises: HT101.
create or replace function internal.check_brand(brand_id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if check_brand.brand_id is not null
    and not exists (
      select from app.brands b
      where b.store_id = check_brand.store_id and b.id = check_brand.brand_id)
  then
    perform internal.field_error('HT101', 'brand_id', 'brandGone');
  end if;
end
$$;
