-- Shows one attribute with its values as the API does.
create or replace function internal.attribute_document(id uuid) returns json
language sql stable
set search_path = ''
begin atomic
  select d.document from internal.attribute_documents(array[attribute_document.id]) d;
end;
