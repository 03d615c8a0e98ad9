--! owner: haat_gatekeeper
-- Takes: [{belongs_to, slot, digest, encrypted}], as internal.find_outdated_secrets gave them and with the new text.
-- Stores the new texts. One that is no longer as its digest says was changed meanwhile and stays; so does
-- one that is encrypted already, where a worker asks.
-- Gives: how many it stored.
-- Safe to run twice.
--
-- The old text is named by its hash, since parameters may come into the log of Postgres.
create or replace function internal.replace_secrets(replacements jsonb) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count integer;
  v_ids constant uuid[] := array(
    select split_part(r.belongs_to, ':', 2)::uuid
    from jsonb_to_recordset(replacements) as r (belongs_to text)
    where r.belongs_to like 'webhook\_endpoint:%');
begin
  perform from app.webhook_endpoints e where e.id = any (v_ids) order by e.id for no key update;
  with given as (
    select r.*, split_part(r.belongs_to, ':', 2)::uuid as id
    from jsonb_to_recordset(replacements) as r (belongs_to text, slot text, digest text, encrypted text)
    where r.belongs_to like 'webhook\_endpoint:%' and r.encrypted like 'enc1:%'
  ), changed as (
    select e.id, s.encrypted as secret, p.encrypted as previous_secret
    from app.webhook_endpoints e
    left join given s on s.id = e.id and s.slot = 'secret'
      and s.digest = encode(sha256(convert_to(e.secret, 'UTF8')), 'hex') and internal.may_replace_secret(e.secret)
    left join given p on p.id = e.id and p.slot = 'previous_secret'
      and p.digest = encode(sha256(convert_to(e.previous_secret, 'UTF8')), 'hex')
      and internal.may_replace_secret(e.previous_secret)
    where e.id = any (v_ids) and (s.id is not null or p.id is not null)
  ), stored as (
    update app.webhook_endpoints e set
      secret = coalesce(c.secret, e.secret), previous_secret = coalesce(c.previous_secret, e.previous_secret)
    from changed c where c.id = e.id
    returning (c.secret is not null)::integer + (c.previous_secret is not null)::integer as texts
  ), seeds as (
    update app.staff_authenticators a set sealed_seed = r.encrypted
    from jsonb_to_recordset(replacements) as r (belongs_to text, digest text, encrypted text)
    where r.belongs_to = 'staff_authenticator:' || a.id and r.encrypted like 'enc1:%'
      and r.digest = encode(sha256(convert_to(a.sealed_seed, 'UTF8')), 'hex')
      and internal.may_replace_secret(a.sealed_seed)
    returning 1 as texts
  ), push_keys as (
    update app.push_keys k set sealed_key = r.encrypted
    from jsonb_to_recordset(replacements) as r (belongs_to text, digest text, encrypted text)
    where r.belongs_to = 'push_key:' || k.company_id and r.encrypted like 'enc1:%'
      and r.digest = encode(sha256(convert_to(k.sealed_key, 'UTF8')), 'hex')
      and internal.may_replace_secret(k.sealed_key)
    returning 1 as texts
  )
  select coalesce(sum(o.texts), 0) into v_count
    from (select texts from stored union all select texts from seeds union all select texts from push_keys) o;
  return v_count;
end
$$;
grant execute on function internal.replace_secrets(jsonb) to haat_owner, haat_worker;
