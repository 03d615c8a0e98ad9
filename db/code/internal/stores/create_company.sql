-- Takes: a company's name, its plan's code, and the address and name of its first owner.
-- Makes the company with a main warehouse and the owner.
-- Gives: {id, name, plan, location_id, owner_id, owner_email, one_time_password, valid_until}: the password is shown
-- this once.
-- For the owner of the database only.
-- Raises: HT008 (plan, email), 23505 (email).
--
-- Nobody of a company can make it: an operator does (npm run haat), and its first owner takes it from there.
create or replace function internal.create_company(name text, plan text, owner_email text, owner_full_name text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_plan_id uuid;
  v_location app.locations;
  v_owner staff.invitation;
begin
  select p.id into v_plan_id from app.plans p where p.code = create_company.plan;
  if v_plan_id is null then
    perform internal.field_error('HT008', 'plan', coalesce('must be one of ' || (select string_agg(p.code, ', ' order by p.code) from app.plans p), 'is not known: no plan exists yet'));
  end if;
  perform internal.act_as(v_id, 'Command line', permissions => '{settings.manage}');
  insert into app.companies (id, name, plan_id) values (v_id, btrim(create_company.name), v_plan_id);
  v_location := staff.create_location('Main warehouse', 'MAIN');
  v_owner := internal.add_staff(create_company.owner_email, create_company.owner_full_name, '{}', 'owner');
  perform internal.log_activity(null, 'company.created', 'company', v_id, null,
    jsonb_build_object('name', btrim(create_company.name), 'plan', create_company.plan, 'owner_id', (v_owner.staff_member).id));
  return jsonb_build_object('id', v_id, 'name', btrim(create_company.name), 'plan', create_company.plan, 'location_id', v_location.id,
    'owner_id', (v_owner.staff_member).id, 'owner_email', (v_owner.staff_member).email, 'one_time_password', v_owner.one_time_password,
    'valid_until', v_owner.valid_until);
end
$$;
