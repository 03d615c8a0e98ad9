-- Gives the settings that db/roles.sql gives to each of our logins, with the text in which alter role takes the value.
-- Those that only an administrator may set are not among them.
create or replace function internal.login_settings() returns table (login text, name text, value text, written text)
language sql immutable rows 30
begin atomic
  select l.login, s.name, s.value,
    case s.name when 'search_path' then s.value else pg_catalog.quote_literal(s.value) end
  from (
    values ('haat_gateway', 'transaction_timeout', '30s'), ('haat_gateway', 'lock_timeout', '3s'),
      ('haat_gateway', 'idle_in_transaction_session_timeout', '10s'),
      ('haat_gateway', 'plan_cache_mode', 'force_generic_plan'),
      ('haat_staff_gateway', 'transaction_timeout', '30s'), ('haat_staff_gateway', 'lock_timeout', '3s'),
      ('haat_staff_gateway', 'idle_in_transaction_session_timeout', '10s'),
      ('haat_dba', 'default_transaction_read_only', 'on'), ('haat_dba', 'search_path', 'ledger, app'),
      (null, 'tcp_keepalives_idle', '30'), (null, 'tcp_keepalives_interval', '10'),
      (null, 'tcp_keepalives_count', '3'), (null, 'client_connection_check_interval', '10s')
  ) as s (login, name, value)
  join (values ('haat_gateway'), ('haat_staff_gateway'), ('haat_worker'), ('haat_dba')) as l (login)
    on l.login = coalesce(s.login, l.login);
end;
grant execute on function internal.login_settings() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
