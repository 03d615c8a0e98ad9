-- Begins to turn notices on in a browser: gives the public key with which its push service lets your company send them
-- (`applicationServerKey` of `pushManager.subscribe`). Made once for the company, when it is first asked for.
-- save_push_device ends it.
-- Raises: nothing.
--
-- The staff server makes a pair for each question and encrypts its private half (server/staff/secrets/push-keys.ts):
-- the first one is kept.
create or replace function staff.begin_push() returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
  v_key text;
begin
  select k.public_key into v_key from app.push_keys k where k.company_id = v_company_id;
  if v_key is null then
    insert into app.push_keys (company_id, public_key, sealed_key, created_at)
    values (v_company_id, current_setting('haat.push_public_key'), current_setting('haat.push_sealed_key'),
      internal.now())
    on conflict on constraint push_keys_pkey do nothing;
    select k.public_key into v_key from app.push_keys k where k.company_id = v_company_id;
  end if;
  return v_key;
end
$$;
grant execute on function staff.begin_push() to haat_staff;
