-- Takes: an attribute.
-- Gives: it with its values as the API shows it: internal.attribute_documents for one.
create or replace function internal.attribute_document(id uuid) returns json
language sql stable
set search_path = ''
begin atomic
  select d.document from internal.attribute_documents(array[attribute_document.id]) d;
end;
