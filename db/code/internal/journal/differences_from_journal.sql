--! owner: haat_gatekeeper
-- Compares each column of a record with the last value that the journal has of it.
-- Takes: the type of the record, the record, its part and id, and its secret columns.
-- Gives: what stands there, and what the journal says and who wrote it; null where every column that the journal knows
-- is as it says. Where it knows all the others, it is a secret column.
create or replace function internal.differences_from_journal(record_type text, record jsonb, part text, record_id uuid,
  secret text[], out found text, out expected text)
language sql stable
set search_path = ''
begin atomic
  with known as (
    select f.key, f.value, k.id as change_id, k.after -> f.key as last, k.actor_name, k.created_at
    from jsonb_each(differences_from_journal.record) f
    left join lateral (
      select c.id, c.after, c.actor_name, c.created_at
      from app.changes c
      where c.record_type = differences_from_journal.record_type
        and c.record_id = differences_from_journal.record_id and c.part = differences_from_journal.part
        and c.after ? f.key
      order by c.id desc limit 1
    ) k on true
  ), different as (
    select k.* from known k
    where k.change_id is not null and k.value <> k.last and k.key <> all (differences_from_journal.secret)
  )
  select coalesce(string_agg(format('%s %s', d.key, d.value), '; ' order by d.key),
      (select 'another value in ' || array_to_string(differences_from_journal.secret, ' or ')
       where cardinality(differences_from_journal.secret) > 0
         and not exists (
           select from known k
           where k.change_id is null and k.key <> all (differences_from_journal.secret)))),
    string_agg(format('%s %s, set by %s at %s', d.key, d.last, d.actor_name, d.created_at), '; ' order by d.key)
  from different d;
end;
grant execute on function internal.differences_from_journal(text, jsonb, text, uuid, text[]) to haat_gatekeeper;
