-- Writes lines of the activity log in the name of the current actor, in their order: internal.log_activity for many.
-- Takes: the action, the type of its objects, and of each line the store, the object and the object before and after.
create or replace function internal.log_activities(action text, object_type text, store_ids uuid[], object_ids uuid[],
  befores jsonb[], afters jsonb[]) returns void
language sql volatile
begin atomic
  insert into app.activity_log (company_id, store_id, actor_type, actor_id, actor_name,
    action, object_type, object_id, before, after, request_id)
  select internal.current_company_id(), u.store_id, a.actor_type, a.actor_id, a.actor_name,
    log_activities.action, log_activities.object_type, u.object_id, u.before, u.after, a.request_id
  from unnest(store_ids, object_ids, befores, afters) with ordinality as u (store_id, object_id, before, after, n)
  cross join internal.current_actor() a
  order by u.n;
end;
