-- Suspends a company, closes it, or lets it work again. For operators (npm run haat).
-- Takes: the company, and active, suspended or closed.
-- Gives: {id, name, plan, status}.
-- Raises: HT008 (status), HT100 (company).
-- see: guides/overview#your-key
--
-- All data stays. While it is not active its keys answer 401, its staff are signed out and cannot sign in, and what
-- its webhooks should tell is held (internal.claim_deliveries); "webhook recover" sends it once it works again.
-- Only the owner of the database may run it.
create or replace function internal.set_company_status(company_id uuid, status text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_company app.companies;
begin
  perform internal.act_as(set_company_status.company_id, 'Command line');
  if coalesce(set_company_status.status, '') not in ('active', 'suspended', 'closed') then
    perform internal.field_error('HT008', 'status', 'companyStatus');
  end if;
  select * into v_company from app.companies c where c.id = set_company_status.company_id for no key update;
  if v_company.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "company"}');
  end if;
  if v_company.status <> set_company_status.status then
    update app.companies c set status = set_company_status.status where c.id = v_company.id;
    if set_company_status.status <> 'active' then
      perform internal.revoke_sessions(s.id) from app.staff s where s.company_id = v_company.id order by s.id;
    end if;
  end if;
  return jsonb_build_object('id', v_company.id, 'name', v_company.name,
    'plan', (select p.code from app.plans p where p.id = v_company.plan_id), 'status', set_company_status.status);
end
$$;
