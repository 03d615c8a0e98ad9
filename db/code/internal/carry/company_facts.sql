--! owner: haat_gatekeeper
-- Gives what the manifest of an export says of a company, beside its files.
-- Takes: the company.
create or replace function internal.company_facts(company_id uuid) returns json
language sql stable security definer
set search_path = ''
begin atomic
  select json_build_object(
    'company', json_build_object('id', c.id, 'name', c.name, 'status', c.status),
    'release', internal.release_name(),
    'exported_at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'plan', internal.plan_facts(p),
    'sequences', (
      select coalesce(json_agg(json_build_object('store_id', s.id, 'last_value', q.last_value) order by s.id), '[]')
      from app.stores s
      left join internal.sequence_values() q on q.store_id = s.id
      where s.company_id = c.id),
    'secret_keys', (
      select coalesce(json_agg(distinct internal.secret_key_id(t.stored))
        filter (where internal.secret_key_id(t.stored) is not null), '[]')
      from internal.stored_secrets t
      where t.belongs_to = any (array(
        select 'webhook_endpoint:' || e.id from app.webhook_endpoints e where e.company_id = c.id
        union all
        select 'staff_authenticator:' || a.id from app.staff_authenticators a where a.company_id = c.id))),
    'archives', (
      select coalesce(json_agg(distinct jsonb_build_object('log', a.log, 'month', to_char(a.month, 'YYYY-MM'),
        'file', a.storage_key, 'sha256', encode(a.file_digest, 'hex'))), '[]')
      from internal.archives a
      where uuid_extract_timestamp((select s.upto_id from internal.history_seals s where s.number = a.seal))
        >= c.created_at))
  from app.companies c
  join app.plans p on p.id = c.plan_id
  where c.id = company_facts.company_id;
end;
grant execute on function internal.company_facts(uuid) to haat_owner;
