-- What others may do is for those who manage staff; all staff see their own role.
call internal.install_fence('app.staff_roles', 'company', $$
  (select internal.is_permitted('staff.manage'))
  or id = (select s.staff_role_id from app.staff s where s.id = (select a.actor_id from internal.current_actor() a))
$$);
grant select on app.staff_roles to haat_staff, haat_dba;
-- Sessions are looked up, and new companies are given their roles, before there is a fence to be inside.
grant select, insert on app.staff_roles to haat_gatekeeper;
