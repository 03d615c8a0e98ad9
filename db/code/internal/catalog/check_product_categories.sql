-- Refuses categories that a product cannot have.
-- Takes: the product's store and the categories [{id, is_primary}].
-- Raises: HT101 for a category that the store does not have; HT008 for two primary ones or one named twice.
-- see: reference/products#create_product
create or replace function internal.check_product_categories(store_id uuid, categories jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_unknown integer;
begin
  select w.n - 1 into v_unknown
    from jsonb_array_elements(categories) with ordinality as w (item, n)
    where not exists (
      select from app.categories c
      where c.store_id = check_product_categories.store_id and c.id = (w.item ->> 'id')::uuid)
    order by w.n
    limit 1;
  if found then
    perform internal.field_error('HT101', format('categories.%s.id', v_unknown), 'categoryGone');
  end if;
  if (select count(*) from jsonb_array_elements(categories) c where (c ->> 'is_primary')::boolean) > 1 then
    perform internal.field_error('HT008', 'categories', 'categoriesTwice');
  end if;
  if (select count(*) <> count(distinct c ->> 'id') from jsonb_array_elements(categories) c) then
    perform internal.field_error('HT008', 'categories', 'categoriesTwice.category');
  end if;
end
$$;
