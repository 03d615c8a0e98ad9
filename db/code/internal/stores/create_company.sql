-- Creates a company with its first owner and a main warehouse. For operators (npm run haat).
-- Takes: the company's name, the code of its plan, and the owner's email and name.
-- Gives: {id, name, plan, location_id, owner_id, owner_email, one_time_password, valid_until}. The password is shown
-- only here.
-- Raises: HT008 (plan, email), HT101 (internal.refuse_closed_cell), 23505 (email).
--
-- A company cannot create another; its first owner does the rest. Only the owner of the database may run it.
create or replace function internal.create_company(name text, plan text, owner_email text, owner_full_name text)
  returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := uuidv7();
  v_plan_id uuid;
  v_location app.locations;
  v_owner staff.invitation;
begin
  perform internal.refuse_closed_cell();
  select p.id into v_plan_id from app.plans p where p.code = create_company.plan;
  if v_plan_id is null then
    perform internal.field_error('HT008', 'plan',
      case when exists (select from app.plans) then 'notAllowed.words' else 'planUnknown' end,
      jsonb_build_object('words', (select string_agg(p.code, ', ' order by p.code) from app.plans p)));
  end if;
  perform internal.act_as(v_id, 'Command line', permissions => '{settings.manage}');
  insert into app.companies (id, name, plan_id) values (v_id, btrim(create_company.name), v_plan_id);
  v_location := staff.create_location('Main warehouse', 'MAIN');
  v_owner := internal.add_staff(create_company.owner_email, create_company.owner_full_name, '{}', 'owner');
  return jsonb_build_object(
    'id', v_id,
    'name', btrim(create_company.name),
    'plan', create_company.plan,
    'location_id', v_location.id,
    'owner_id', (v_owner.staff_member).id,
    'owner_email', (v_owner.staff_member).email,
    'one_time_password', v_owner.one_time_password,
    'valid_until', v_owner.valid_until);
end
$$;
