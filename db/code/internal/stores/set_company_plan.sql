-- Puts a company on another plan, whose features and limits hold from the next request on. For operators
-- (npm run haat): a merchant does not choose the limits that bind it.
-- Takes: the company and the code of the plan.
-- Gives: {id, name, plan, status}.
-- Raises: HT008 (plan), HT100 (company).
--
-- Only the owner of the database may run it.
create or replace function internal.set_company_plan(company_id uuid, plan text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_plan app.plans;
  v_company app.companies;
begin
  perform internal.act_as(set_company_plan.company_id, 'Command line');
  select * into v_plan from app.plans p where p.code = set_company_plan.plan;
  if v_plan.id is null then
    perform internal.field_error('HT008', 'plan',
      case when exists (select from app.plans) then 'notAllowed.words' else 'planUnknown' end,
      jsonb_build_object('words', (select string_agg(p.code, ', ' order by p.code) from app.plans p)));
  end if;
  select * into v_company from app.companies c where c.id = set_company_plan.company_id for no key update;
  if v_company.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "company"}');
  end if;
  if v_company.plan_id <> v_plan.id then
    update app.companies c set plan_id = v_plan.id where c.id = v_company.id;
  end if;
  return jsonb_build_object('id', v_company.id, 'name', v_company.name, 'plan', v_plan.code,
    'status', v_company.status);
end
$$;
