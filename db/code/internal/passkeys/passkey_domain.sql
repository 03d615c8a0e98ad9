-- Gives the host name that passkeys of this installation are bound to, as the staff server knows it of PUBLIC_URL.
-- Raises: HT101 (browsers allow none at its address).
create or replace function internal.passkey_domain() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if coalesce(current_setting('haat.passkey_domain', true), '') = '' then
    perform internal.fail('HT101', 'passkeysNowhere');
  end if;
  return current_setting('haat.passkey_domain');
end
$$;
