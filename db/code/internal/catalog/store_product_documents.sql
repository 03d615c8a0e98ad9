-- Stores the documents of products as they are now.
-- Takes: products that the caller has locked.
-- Gives: each with its document.
--
-- One statement makes and stores them, so version and document are of one moment. What comes to a product later waits
-- for its lock and changes its version; a rename waits as internal.tg__note_rename says.
create or replace function internal.store_product_documents(ids uuid[])
  returns table (id uuid, document json)
language plpgsql volatile rows 25
set search_path = ''
as $$
begin
  return query
  insert into app.product_documents as t (product_id, company_id, store_id, version, shape, document)
  select d.id, p.company_id, p.store_id, p.child_changes, internal.product_document_shape(), d.document
  from internal.fresh_product_documents(store_product_documents.ids) d
  cross join lateral (select o.* from app.products o where o.id = d.id limit 1) p
  on conflict on constraint product_documents_pkey do update
    set version = excluded.version, shape = excluded.shape, document = excluded.document
  returning t.product_id, t.document;
end
$$;
