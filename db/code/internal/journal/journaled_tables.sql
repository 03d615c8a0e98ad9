-- Gives the tables whose changes the journal tells: those with the trigger _400_journal, with what its arguments say
-- (internal.tg__journal). ledger.journaled_tables shows them.
create or replace function internal.journaled_tables()
  returns table (table_name text, record_type text, keys text[], parent text, uncounted text[], secret text[],
    has_inserts boolean, counted text[])
language sql stable rows 50
begin atomic
  select 'app.' || r.relname, a.words[1], pg_catalog.string_to_array(a.words[2], ' '),
    nullif(a.words[3], ''), u.columns, pg_catalog.string_to_array(a.words[5], ' '),
    -- Bit 4 of tgtype: it fires at inserts.
    t.tgtype & 4 <> 0,
    array(
      select c.attname::text from pg_catalog.pg_attribute c
      where c.attrelid = t.tgrelid and c.attnum > 0 and not c.attisdropped and c.attname <> all (u.columns)
      order by c.attnum)
  from pg_catalog.pg_trigger t
  join pg_catalog.pg_class r on r.oid = t.tgrelid and r.relnamespace = 'app'::pg_catalog.regnamespace
  cross join lateral (
    select pg_catalog.string_to_array(pg_catalog.encode(t.tgargs, 'escape'), '\000') as words
  ) a
  cross join lateral (
    select pg_catalog.string_to_array(pg_catalog.rtrim('updated_at ' || a.words[4]), ' ') as columns
  ) u
  where t.tgname = '_400_journal';
end;
grant execute on function internal.journaled_tables() to haat_gatekeeper, haat_dba;
