-- Takes: a locked product as it was before a write and the event of its change.
-- Sends it if anything changed.
-- Gives: the product as the API shows it.
--
-- Whatever is shown with a product touches its row, so the row says whether anything changed: a write that changes
-- nothing sends nothing, and a receiver that writes back what it was told comes to rest. decisions: 11
create or replace function internal.product_changed(before app.products, type text default 'product.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  p app.products;
begin
  select * into p from app.products t where t.id = before.id;
  if p operator(pg_catalog.*<>) before then
    return internal.publish_product(p.id, product_changed.type);
  end if;
  return (select d.document from internal.product_documents(array[p.id]) d);
end
$$;
