-- Locks the current company's row for this transaction and gives its plan, whose limits then hold.
--
-- A call that starts, ends, places, takes off or removes a video queues here first, before any product or video row:
-- counts and the plan's storage are then exact, and products and videos may be locked in either order below.
create or replace function internal.lock_company_videos() returns app.plans
language plpgsql volatile
set search_path = ''
as $$
declare
  v_plan app.plans;
begin
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select p.* into v_plan from app.companies c join app.plans p on p.id = c.plan_id
    where c.id = internal.current_company_id();
  return v_plan;
end
$$;
