--! owner: haat_gatekeeper
-- Takes: the id of the key that encrypts now, and how many at most.
-- Gives: secrets in clear or encrypted with another key, and the SHA-256 of each as it is stored; to workers only
-- those in clear. In the order of belongs_to and slot, after those given.
create or replace function internal.find_outdated_secrets(
  writing_key_id text, most integer, after_belongs_to text default '', after_slot text default ''
) returns table (belongs_to text, slot text, stored text, digest text)
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select s.belongs_to, s.slot, s.stored, encode(sha256(convert_to(s.stored, 'UTF8')), 'hex')
  from internal.stored_secrets s
  where internal.secret_key_id(s.stored) is distinct from writing_key_id and internal.may_replace_secret(s.stored)
    and (s.belongs_to, s.slot) > (after_belongs_to, after_slot)
  order by s.belongs_to, s.slot
  limit most;
end;
grant execute on function internal.find_outdated_secrets(text, integer, text, text) to haat_owner, haat_worker;
