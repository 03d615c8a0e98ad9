-- Gives the time up to which rows of a log are archived, by their ids; null where none are.
create or replace function internal.archived_upto(log text) returns timestamptz
language sql stable
begin atomic
  select max(uuid_extract_timestamp(s.upto_id))
  from internal.archives a join internal.history_seals s on s.number = a.seal
  where a.log = archived_upto.log;
end;
grant execute on function internal.archived_upto(text) to haat_dba;
