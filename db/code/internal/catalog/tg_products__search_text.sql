-- Row trigger: products.search_text of a new product or name; changes of its variants come through
-- internal.touch_products.
create or replace function internal.tg_products__search_text() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.search_text := internal.product_search_text(new.id, new.name);
  return new;
end
$$;
