-- Records what the release made (internal.schema_objects) in internal.released_schema, with which ledger.check_schema
-- compares the database; gives how many objects were written or forgotten.
-- Takes: the objects before the release was applied, [{kind, object, definition}]. Null on the first time and after an
-- upgrade of Postgres, which may write the same definitions in other words: then everything is recorded as it is now.
--
-- Otherwise only what the release changed is recorded: a start must not hide that a constraint was dropped.
create or replace function internal.record_schema(before jsonb) returns bigint
language sql volatile
set search_path = ''
as $$
  with found as materialized (
    select o.kind, o.object, o.definition from internal.schema_objects() o
  ), stood as materialized (
    select b.kind, b.object, b.definition
    from jsonb_to_recordset(before) as b (kind text, object text, definition text)
  ), forgotten as (
    delete from internal.released_schema r
    where not exists (select from found f where f.kind = r.kind and f.object = r.object)
      and (before is null or exists (select from stood s where s.kind = r.kind and s.object = r.object))
    returning 1
  ), written as (
    insert into internal.released_schema as r (kind, object, definition)
    select f.kind, f.object, f.definition from found f
    where not exists (select from stood s where (s.kind, s.object) = (f.kind, f.object)
      and s.definition is not distinct from f.definition)
    on conflict (kind, object) do update set definition = excluded.definition
      where r.definition is distinct from excluded.definition
    returning 1
  )
  select (select count(*) from forgotten) + (select count(*) from written)
$$;
