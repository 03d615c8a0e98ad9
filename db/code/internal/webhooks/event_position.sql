-- Gives the sequence of the newest event, also of one whose transaction has not ended.
create or replace function internal.event_position() returns bigint
language sql volatile security definer
set search_path = ''
begin atomic
  select coalesce(pg_sequence_last_value('app.events_sequence_seq'::regclass), 0);
end;
grant execute on function internal.event_position() to haat_gatekeeper;
