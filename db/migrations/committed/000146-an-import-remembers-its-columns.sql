--! Previous: sha1:9c6dd3ad5c0f8efab7cefb9f933d424a1406833c
--! Hash: sha1:3071265bc26a4c324f2a36d39f81e728d96f22c3
--! Message: an import remembers its columns

--! split: 1-current.sql
-- Enter migration here
-- Files whose headings are of no shop that is known: which column was taken for which field is kept, for the next
-- such file.
alter table app.imports add column if not exists columns jsonb;
alter table app.imports drop constraint if exists imports_source_check;
alter table app.imports add constraint imports_source_check
  check (source in ('shopify', 'woocommerce', 'haat', 'other'));
