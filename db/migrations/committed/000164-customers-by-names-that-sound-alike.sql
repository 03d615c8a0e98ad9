--! Previous: sha1:c775b3075182ac2acebfc3ee47838e7f6b825452
--! Hash: sha1:2e0eb3c78e6273c9f4c1dc75bf2fcbe897d25cc1
--! Message: customers by names that sound alike

--! split: 1-current.sql
-- Customers are found by names with mistakes in their spelling.
--
-- An index names this function, so it is declared here (000101). Customers are there already: it gives their names
-- until db/code is applied, and the index is built again with what it gives then.
do $$
begin
  if to_regprocedure('internal.sounds_of(text)') is null then
    create function internal.sounds_of(words text) returns text
    language plpgsql immutable parallel safe
    as 'begin return words; end';
  end if;
end
$$;
create index if not exists customers_sounds_idx on app.customers
  using gin (internal.sounds_of(full_name) extensions.gin_trgm_ops);
