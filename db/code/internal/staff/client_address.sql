-- Gives the network address of the client as the staff server tells it, or null: for IPv6 the /64 network, which one
-- customer of a provider has to themselves.
--
-- haat.client_address is a setting that the staff login may write: an attacker with that login can claim any address.
-- It decides how long guesses wait, never who is signed in.
create or replace function internal.client_address() returns inet
language sql stable
set search_path = ''
begin atomic
  select case family(a.address) when 6 then network(set_masklen(a.address, 64)) else a.address end
  from (
    select case when pg_input_is_valid(s.text, 'inet') then s.text::inet end as address
    from (select regexp_replace(coalesce(current_setting('haat.client_address', true), ''), '^::ffff:(?=\d+\.)', '')
      as text) s
  ) a;
end;
grant execute on function internal.client_address() to haat_gatekeeper;
