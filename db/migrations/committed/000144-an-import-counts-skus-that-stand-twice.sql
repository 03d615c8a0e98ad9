--! Previous: sha1:2674d3ed4d488fd22677324eae5e1c0c1d6d7b9b
--! Hash: sha1:f19691be9b115cd5e434651ef668331a284a4daf
--! Message: an import counts skus that stand twice

--! split: 1-current.sql
-- Enter migration here
-- An import counts the variants whose SKU stood above in its file.
alter table app.imports add column if not exists waiting_skus integer not null default 0;
alter table app.imports add column if not exists made_skus integer not null default 0;
