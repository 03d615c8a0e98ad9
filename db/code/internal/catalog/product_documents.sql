-- Shows products as the API does, with their variants, images, categories and videos.
-- Takes: product ids.
-- Gives: each product that the caller can see, in the order of the ids.
-- see: reference/products#get_product
--
-- What is stored is shown only where it is of the product as it is now. While a rename is on its way through a store,
-- its products are made anew: each reader sees the new name at once.
create or replace function internal.product_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
declare
  v_shape constant text := internal.product_document_shape();
  v_renaming constant uuid[] := internal.stores_being_renamed();
begin
  return query
  with shown as materialized (
    select w.n, p.id, s.document
    from unnest(product_documents.ids) with ordinality as w (id, n)
    cross join lateral (
      select t.id, t.store_id, t.child_changes from app.products t where t.id = w.id limit 1
    ) p
    left join lateral (
      select t.document
      from app.product_documents t
      where t.product_id = p.id
        and t.version = p.child_changes
        and t.shape = v_shape
        and p.store_id <> all (v_renaming)
      limit 1
    ) s on true
  )
  select s.n, s.id, coalesce(s.document, f.document)
  from shown s
  left join internal.fresh_product_documents(
    array(select m.id from shown m where m.document is null)) f on f.id = s.id
  order by s.n;
end
$$;
grant execute on function internal.product_documents(uuid[]) to haat_api, haat_staff;
