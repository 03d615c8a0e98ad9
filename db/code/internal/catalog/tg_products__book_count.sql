-- Row trigger: books to product_counts that a store has a product more or less which is not archived.
create or replace function internal.tg_products__book_count() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  insert into app.product_counts (company_id, store_id, products)
  values (new.company_id, new.store_id, case when new.status = 'archived' then -1 else 1 end);
  return null;
end
$$;
