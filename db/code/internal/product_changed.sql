create or replace function internal.product_changed(product_id uuid, event_type text default 'product.updated') returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id uuid;
  v_document json;
begin
  select p.store_id into v_store_id from app.products p where p.id = product_changed.product_id;
  select d.document into v_document from internal.product_documents(array[product_changed.product_id]) d;
  perform internal.emit_event(v_store_id, event_type, product_changed.product_id, v_document);
  return v_document;
end
$$;
comment on function internal.product_changed(uuid, text) is 'Takes a product that was just changed and the event to send; sends it and gives the product as the API shows it.';
