-- Gives the seed that the staff server opened or made for this transaction, or null.
create or replace function internal.handed_seed() returns bytea
language sql stable
set search_path = ''
return case
  when current_setting('haat.totp_seed', true) ~ '^[0-9a-f]{40}$'
    then decode(current_setting('haat.totp_seed', true), 'hex') end;
grant execute on function internal.handed_seed() to haat_gatekeeper;
