--! owner: haat_gatekeeper
-- Notes where a staff member has signed in from.
-- Takes: who, and the device token that was sent (or null).
-- Gives: a new device token, or null where the one that was sent stays good.
--
-- A device may be shared: its token is taken for each person who signs in there, but only a token that we made.
create or replace function internal.remember_place(staff_id uuid, device_token text) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_address constant text := host(internal.client_address());
  v_is_ours constant boolean := exists (
    select from app.staff_places p
    where p.kind = 'device' and p.place_hash = sha256(convert_to(remember_place.device_token, 'UTF8')));
  v_token constant text := case when v_is_ours then remember_place.device_token
    else 'device_' || encode(extensions.gen_random_bytes(32), 'hex') end;
begin
  insert into app.staff_places as p (staff_id, company_id, kind, place_hash, created_at, last_used_at)
  select t.id, t.company_id, k.kind, sha256(convert_to(k.place, 'UTF8')), v_now, v_now
  from app.staff t
  cross join (values ('device', v_token), ('address', v_address)) as k (kind, place)
  where t.id = remember_place.staff_id and k.place is not null
  on conflict on constraint staff_places_place_key do update set last_used_at = v_now;
  return case when not v_is_ours then v_token end;
end
$$;
grant execute on function internal.remember_place(uuid, text) to haat_owner;
