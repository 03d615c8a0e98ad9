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
-- Pictures that staff uploaded and nothing shows yet: files that are deleted after a day unless they are taken.
alter table internal.media_deletions add column if not exists picture jsonb;
comment on table internal.media_deletions is
  'Files that no row needs any more, written in the transaction that stopped needing them, and pictures that staff uploaded and nothing shows yet. A worker deletes the file, then the row; a crash in between does it twice, which harms nothing. due_at is by the wall clock.';
comment on column internal.media_deletions.picture is
  'Of an upload that may still be taken: {media_key, width, height, size_bytes, received_bytes}; null for a file that is given up.';
comment on table gate.image_calls is
  'Calls with images that are running: two slots a key or member of staff, over all processes. A row and not a lock, because a lock needs a session, which pgbouncer does not keep; the slot of a process that died expires.';
comment on column gate.image_calls.key_id is 'The key that calls, or the member of staff.';
comment on column gate.image_calls.lineage_id is
  'The first key of the caller''s rotation chain, which Idempotency-Keys belong to; the member of staff.';
create index if not exists media_deletions_untaken_idx on internal.media_deletions (company_id)
  where picture is not null;
