-- Row trigger: writes products.search_text of a new product or a new name. internal.touch_products does it when
-- variants change.
create or replace function internal.tg_products__search_text() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.search_text := internal.product_search_text(new.id, new.name);
  return new;
end
$$;
