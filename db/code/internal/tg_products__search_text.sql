create or replace function internal.tg_products__search_text() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.search_text := lower(new.name) || coalesce((select string_agg(E'\n' || lower(v.sku), '' order by v.sku) from app.variants v where v.product_id = new.id), '');
  return new;
end
$$;
comment on function internal.tg_products__search_text() is 'Row trigger: products.search_text from the name and the variants'' SKUs (a change of a variant touches its product).';
