-- Gives a number of seconds for people: 45 seconds, 2 minutes.
create or replace function internal.seconds_text(seconds integer) returns text
language sql immutable
set search_path = ''
return case
  when seconds_text.seconds = 1 then '1 second'
  when seconds_text.seconds < 120 then seconds_text.seconds || ' seconds'
  else ceil(seconds_text.seconds / 60.0)::integer || ' minutes' end;
grant execute on function internal.seconds_text(integer) to haat_gatekeeper;
