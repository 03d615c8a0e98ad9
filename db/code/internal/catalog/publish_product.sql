-- Stores the document of a product that has changed, and sends its event.
-- Takes: the product, and product.created, product.updated or product.archived.
-- Gives: the product as the API shows it.
-- see: guides/webhooks
create or replace function internal.publish_product(product_id uuid, type text default 'product.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id uuid;
  v_document json;
begin
  select p.store_id into v_store_id from app.products p where p.id = publish_product.product_id;
  select d.document into v_document from internal.store_product_documents(array[publish_product.product_id]) d;
  perform internal.emit_event(v_store_id, publish_product.type, publish_product.product_id, v_document);
  return v_document;
end
$$;
