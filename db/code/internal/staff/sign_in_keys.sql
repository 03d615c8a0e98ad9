--! owner: haat_gatekeeper
-- Gives under which keys a sign-in is slowed after wrong attempts, the narrowest first.
-- Takes: the email in lower case, the account (null when there is none) and the device token (or null).
-- Gives: from a device of the account: device. From an address of the account: pair. From elsewhere: pair, account,
-- address.
--
-- What strangers do counts under account (all strangers who try this email), address (all emails that one address
-- tries) and pair (this email from this address). From a known place only the place's own key counts: no stranger
-- elsewhere can make the owner wait there. Emails that do not exist have the same keys, so waits do not tell who
-- exists; only a person at an address where a colleague signed in could tell, by trying them until the address waits.
create or replace function internal.sign_in_keys(email text, staff_id uuid, device_token text) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_account constant text := encode(sha256(convert_to(sign_in_keys.email, 'UTF8')), 'hex');
  v_address constant text := coalesce(host(internal.client_address()), '');
  v_pair constant text := 'pair:' || encode(sha256(convert_to(v_account || ' ' || v_address, 'UTF8')), 'hex');
  v_device constant bytea := sha256(convert_to(coalesce(sign_in_keys.device_token, ''), 'UTF8'));
begin
  if exists (
    select from app.staff_places p
    where p.staff_id = sign_in_keys.staff_id and p.kind = 'device' and p.place_hash = v_device
  ) then
    return array['device:' || encode(sha256(convert_to(v_account, 'UTF8') || v_device), 'hex')];
  elsif exists (
    select from app.staff_places p
    where p.staff_id = sign_in_keys.staff_id and p.kind = 'address'
      and p.place_hash = sha256(convert_to(v_address, 'UTF8'))
  ) then
    return array[v_pair];
  end if;
  return array[v_pair, 'account:' || v_account, 'address:' || encode(sha256(convert_to(v_address, 'UTF8')), 'hex')];
end
$$;
