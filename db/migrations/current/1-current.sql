-- Products as the API shows them, so that a page of them is read and not made.
create table if not exists app.product_documents (
  product_id uuid not null,
  company_id uuid not null,
  store_id uuid not null,
  version bigint not null,
  shape text not null,
  document json not null,
  constraint product_documents_pkey primary key (product_id),
  constraint product_documents_company_id_store_id_fkey
    foreign key (company_id, store_id) references app.stores (company_id, id),
  constraint product_documents_store_id_product_id_fkey
    foreign key (company_id, store_id, product_id) references app.products (company_id, store_id, id)
    on delete cascade
) with (fillfactor = 80);
comment on table app.product_documents is 'Each product as the API shows it, kept by what writes products. One that is missing, of another version or of another shape is made anew for each reader.';
comment on column app.product_documents.product_id is 'The product.';
comment on column app.product_documents.company_id is 'The tenant. On every row: the fence compares it.';
comment on column app.product_documents.store_id is 'The store. The fence compares it.';
comment on column app.product_documents.version is 'The child_changes of the product that it shows: with another one it is out of date.';
comment on column app.product_documents.shape is 'By which release and for which address of pictures it was made (internal.product_document_shape).';
comment on column app.product_documents.document is 'What the API answers.';

comment on column app.products.child_changes is 'How often the product, or something shown with it, changed (variants, pictures, categories, videos, names of what it refers to): the version of its document.';
