-- Puts the company on another plan, whose features and limits hold from the next request on. Owners only.
-- Takes: the code of the plan.
-- Raises: HT014 (permission, owner), HT100 (plan_code).
create or replace function staff.set_company_plan(plan_code text) returns app.companies
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_plan_id uuid;
  v_before app.companies;
  v_company app.companies;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_owner('change the plan');
  select t.id into v_plan_id from app.plans t where t.code = plan_code;
  if v_plan_id is null then
    perform internal.field_error('HT100', 'plan_code', 'is not a plan');
  end if;
  select * into v_before from app.companies t where t.id = internal.current_company_id() for no key update;
  update app.companies t set plan_id = v_plan_id where t.id = v_before.id returning * into v_company;
  perform internal.log_activity(null, 'company.plan_set', 'company', v_company.id,
    (select jsonb_build_object('plan', p.code) from app.plans p where p.id = v_before.plan_id),
    jsonb_build_object('plan', plan_code));
  return v_company;
end
$$;
grant execute on function staff.set_company_plan(text) to haat_staff;
