--! owner: haat_gatekeeper
-- Finds products, of any company, whose stored document is missing or out of date.
-- Takes: how many at most.
create or replace function internal.products_without_documents(batch integer)
  returns table (company_id uuid, product_id uuid)
language sql stable security definer rows 500
set search_path = ''
begin atomic
  select p.company_id, p.id
  from app.products p
  where not internal.has_moved(p.company_id) and not exists (
    select from app.product_documents d
    where d.product_id = p.id
      and d.version = p.child_changes
      and d.shape = (select internal.product_document_shape()))
  limit batch;
end;
grant execute on function internal.products_without_documents(integer) to haat_owner;
