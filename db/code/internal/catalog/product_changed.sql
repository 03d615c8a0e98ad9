-- Sends the event of a product when a write changed anything that is shown with it.
-- Takes: the locked product as it was before the write, and the type of the event.
-- Gives: the product as the API shows it.
-- see: guides/webhooks
--
-- A change of anything that is shown with a product touches the product's row, so the row says whether anything
-- changed. A write that changes nothing sends nothing, so two systems that write back what they receive come to rest.
create or replace function internal.product_changed(before app.products, type text default 'product.updated')
  returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_after app.products;
begin
  select * into v_after from app.products p where p.id = before.id;
  if v_after operator(pg_catalog.*<>) before then
    return internal.publish_product(v_after.id, product_changed.type);
  end if;
  return (select d.document from internal.product_documents(array[v_after.id]) d);
end
$$;
