-- Tells whether a product is in the categories at the ends of paths of names, in their order, and in no other.
-- Takes: the product and paths [["Clothing", "Saris"], …].
create or replace function internal.has_same_categories(product app.products, paths jsonb) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  v_path jsonb;
  v_name text;
  v_id uuid;
  v_ids uuid[] := '{}';
begin
  for v_path in select w.path from jsonb_array_elements(paths) with ordinality as w (path, n) order by w.n loop
    v_id := null;
    for v_name in select w.name from jsonb_array_elements_text(v_path) with ordinality as w (name, n) order by w.n
    loop
      v_id := internal.find_named_category(product.store_id, v_id, v_name);
      if v_id is null then
        return false;
      end if;
    end loop;
    if v_id <> all (v_ids) then
      v_ids := v_ids || v_id;
    end if;
  end loop;
  return v_ids = array(select c.category_id from app.product_categories c where c.product_id = product.id
      order by c.position, c.category_id)
    and not exists (
      select from app.product_categories c
      where c.product_id = product.id
        and (c.is_primary <> (c.position = 0) or c.category_id is distinct from v_ids[c.position + 1]));
end
$$;
