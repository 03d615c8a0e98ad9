-- Says what stored documents of products must have been made for: the release's form of them, and the address of
-- pictures. What was stored for another one is not shown.
--
-- The number rises when internal.fresh_product_documents or what it calls shows something else;
-- test/sql/product_documents.test.ts notices.
create or replace function internal.product_document_shape() returns text
language sql stable
return (select '2 ' || d.media_url from internal.deployment d);
grant execute on function internal.product_document_shape() to haat_api, haat_staff, haat_gatekeeper, haat_dba;
