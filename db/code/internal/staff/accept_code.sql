--! owner: haat_gatekeeper
-- Tells whether a code of the authenticator app, or a recovery code, is right, and uses it up.
-- Takes: whose it is, and the code with or without spaces and dashes.
-- Raises: HT101 (the server could not open the seed).
-- see: RFC 6238 5.2
--
-- The step before and the step after are good too: clocks differ, and typing takes time. The row is locked and its
-- last step moves on, so a code that was watched is worth nothing a moment later. A last step that lies in the future
-- is from a clock that was set back; it must not keep the owner out.
--
-- The staff server opens the seed and hands it over in haat.totp_seed (server/staff/secrets/two-factor.ts); it is
-- believed only when it has the hash that is kept here. So an attacker who stole the login of that server, but not its
-- key, passes no second factor, and the rule is still in one place.
create or replace function internal.accept_code(staff_id uuid, code text) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_code constant text := regexp_replace(lower(left(accept_code.code, 100)), '[^0-9a-z]', '', 'g');
  v_hash constant bytea := sha256(convert_to(v_code, 'UTF8'));
  v_now_step bigint;
  v_authenticator app.staff_authenticators;
  v_seed bytea;
  v_step bigint;
begin
  select * into v_authenticator from app.staff_authenticators a where a.staff_id = accept_code.staff_id for update;
  -- Read under the lock: by an earlier time, the step of another who was first might seem to lie in the future.
  v_now_step := floor(extract(epoch from internal.now()) / 30);
  if v_code !~ '^[0-9]{6}$' then
    update app.staff_authenticators a set recovery_code_hashes = array_remove(a.recovery_code_hashes, v_hash)
      where a.staff_id = accept_code.staff_id and v_hash = any (a.recovery_code_hashes);
    return found;
  end if;
  v_seed := internal.handed_seed();
  if v_seed is null or sha256(v_seed) <> v_authenticator.seed_hash then
    perform internal.fail('HT101', 'codesUnavailable');
  end if;
  select s into v_step
    from generate_series(v_now_step - 1, v_now_step + 1) s
    where internal.totp_code(v_seed, s) = v_code
      and (v_authenticator.last_step is null or s > v_authenticator.last_step
        or v_authenticator.last_step > v_now_step + 1)
    order by s limit 1;
  update app.staff_authenticators a set last_step = v_step
    where a.staff_id = accept_code.staff_id and v_step is not null;
  return found;
end
$$;
grant execute on function internal.accept_code(uuid, text) to haat_owner;
