-- Gives values of a change with the names of what they name by id, a plan and a role, as they are now.
create or replace function internal.named_values("values" jsonb) returns jsonb
language sql stable
begin atomic
  select named_values."values"
    || case when named_values."values" ? 'plan_id' then jsonb_build_object('plan', (
      select p.code from app.plans p where p.id = (named_values."values" ->> 'plan_id')::uuid)) else '{}' end
    || case when named_values."values" ? 'staff_role_id' then jsonb_build_object('staff_role', (
      select r.name from app.staff_roles r where r.id = (named_values."values" ->> 'staff_role_id')::uuid))
      else '{}' end;
end;
grant execute on function internal.named_values(jsonb) to haat_staff, haat_dba;
