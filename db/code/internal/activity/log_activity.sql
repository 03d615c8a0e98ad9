-- Writes a line of the activity log in the name of the current actor: an act that changes no record
-- (internal.logged_acts).
-- Takes: the store (null for the company), the action, the type and id of its object, and the object before and after.
create or replace function internal.log_activity(store_id uuid, action text, object_type text, object_id uuid,
  before jsonb default null, after jsonb default null) returns void
language sql volatile
begin atomic
  insert into app.activity_log (company_id, store_id, actor_type, actor_id, actor_name,
    action, object_type, object_id, before, after, request_id)
  select internal.current_company_id(), log_activity.store_id, a.actor_type, a.actor_id, a.actor_name,
    log_activity.action, log_activity.object_type, log_activity.object_id, log_activity.before, log_activity.after,
    a.request_id
  from internal.current_actor() a;
end;
