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
    perform internal.field_error('HT101', format('categories.%s.id', v_bad), 'names no category of this store');
  end if;
  if (select count(*) from jsonb_array_elements(categories) c where (c ->> 'is_primary')::boolean) > 1 then
    perform internal.field_error('HT008', 'categories', 'at most one category may be primary');
  end if;
  if (select count(*) <> count(distinct c ->> 'id') from jsonb_array_elements(categories) c) then
    perform internal.field_error('HT008', 'categories', 'the same category stands twice');
  end if;
  delete from app.product_categories t where t.product_id = p.id;
  insert into app.product_categories (company_id, store_id, product_id, category_id, is_primary, position)
  select p.company_id, p.store_id, p.id, (w.item ->> 'id')::uuid, coalesce((w.item ->> 'is_primary')::boolean, false), w.n - 1
  from jsonb_array_elements(categories) with ordinality as w (item, n);
end
$$;
comment on function internal.set_product_categories(uuid, jsonb) is 'Takes a product and its categories [{id, is_primary}]; replaces them. Raises HT101 for an absent category, HT008 for two primary or equal ones. spec: POST /products';
