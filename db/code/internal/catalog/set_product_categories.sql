-- Takes: a product and its categories [{id, is_primary}].
-- Replaces them.
-- Raises: HT101 for an absent category, HT008 for two primary or equal ones.
-- spec: POST /products
create or replace function internal.set_product_categories(product_id uuid, categories jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
  v_bad integer;
begin
  select * into p from app.products t where t.id = set_product_categories.product_id;
  select w.n - 1 into v_bad
    from jsonb_array_elements(categories) with ordinality as w (item, n)
    where not exists (select from app.categories c where c.store_id = p.store_id and c.id = (w.item ->> 'id')::uuid)
    order by w.n limit 1;
  if found then
    perform internal.field_error('HT101', format('categories.%s.id', v_bad), 'is not a category of this store');
  end if;
  if (select count(*) from jsonb_array_elements(categories) c where (c ->> 'is_primary')::boolean) > 1 then
    perform internal.field_error('HT008', 'categories', 'at most one category may be primary');
  end if;
  if (select count(*) <> count(distinct c ->> 'id') from jsonb_array_elements(categories) c) then
    perform internal.field_error('HT008', 'categories', 'names the same category twice');
  end if;
  -- Only what differs is written, so that the same list again is no change. What goes, or is primary no more, goes first:
  -- one category is primary at a time.
  delete from app.product_categories t
    where t.product_id = p.id and t.category_id not in (select (w.item ->> 'id')::uuid from jsonb_array_elements(categories) w (item));
  update app.product_categories t set is_primary = false
    from jsonb_array_elements(categories) w (item)
    where t.product_id = p.id and t.category_id = (w.item ->> 'id')::uuid and t.is_primary and (w.item ->> 'is_primary')::boolean is not true;
  insert into app.product_categories as t (company_id, store_id, product_id, category_id, is_primary, position)
  select p.company_id, p.store_id, p.id, (w.item ->> 'id')::uuid, coalesce((w.item ->> 'is_primary')::boolean, false), w.n - 1
  from jsonb_array_elements(categories) with ordinality as w (item, n)
  on conflict on constraint product_categories_pkey do update set is_primary = excluded.is_primary, position = excluded.position
    where (t.is_primary, t.position) <> (excluded.is_primary, excluded.position);
end
$$;
