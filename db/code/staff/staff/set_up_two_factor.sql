-- Begins to set up two-factor sign-in: gives the secret for an authenticator app, once. confirm_two_factor ends it;
-- until then nothing changes. A wrong password gives nothing.
-- Raises: HT005 (wait), HT101 (it is set up already).
--
-- The password is asked for: a person who finds an open session could otherwise keep its owner out. The staff server
-- makes the seed and encrypts it: the database has no key to do so (server/staff/secrets/two-factor.ts).
create or replace function staff.set_up_two_factor(current_password text) returns staff.two_factor_setup
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_seed constant bytea := internal.handed_seed();
  v_id constant uuid := nullif(current_setting('haat.totp_id', true), '');
  v_sealed constant text := nullif(current_setting('haat.totp_sealed', true), '');
  v_secret constant text := internal.base32(v_seed);
  v_staff app.staff;
begin
  if not internal.check_own_password(current_password) then
    return null;
  end if;
  if v_seed is null or v_id is null or v_sealed is null then
    raise exception 'the staff server hands over no seed';
  end if;
  select * into v_staff from app.staff t where t.id = internal.current_actor_id();
  insert into app.staff_authenticators as a (id, staff_id, company_id, sealed_seed, seed_hash, created_at)
  values (v_id, v_staff.id, v_staff.company_id, v_sealed, sha256(v_seed), internal.now())
  on conflict on constraint staff_authenticators_staff_id_key do update
    set id = excluded.id, sealed_seed = excluded.sealed_seed, seed_hash = excluded.seed_hash,
        created_at = excluded.created_at, last_step = null, recovery_code_hashes = '{}'
    where a.confirmed_at is null;
  if not found then
    perform internal.fail('HT101', 'twoFactorThere.remove');
  end if;
  perform internal.log_activity(null, 'staff.two_factor_begun', 'staff', v_staff.id);
  return row(v_secret, format('otpauth://totp/Haat:%s?secret=%s&issuer=Haat&algorithm=SHA1&digits=6&period=30',
    internal.uri_part(v_staff.email), v_secret));
end
$$;
grant execute on function staff.set_up_two_factor(text) to haat_staff;
