-- Gives the objects that are not as the release made them: ledger.check_schema says so, but while npm run migrate is
-- at work.
create or replace function internal.changed_objects() returns table (object text, found text, expected text)
language sql stable rows 10
set search_path = ''
as $$
  select format('%s %s', coalesce(r.kind, o.kind), coalesce(r.object, o.object)),
    case when o.kind is null then 'is gone' else coalesce(nullif(o.definition, ''), 'there') end,
    case when r.kind is null then 'nothing of that name' else coalesce(nullif(r.definition, ''), 'there') end
  from internal.released_schema r
  full join internal.schema_objects() o on o.kind = r.kind and o.object = r.object
  where r.kind is null or o.kind is null or o.definition is distinct from r.definition
$$;
grant execute on function internal.changed_objects() to haat_dba;
