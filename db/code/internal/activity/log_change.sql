-- Writes into the activity log what of a record changed; nothing, when nothing did.
-- Takes: as internal.log_activity; before is null for a new record.
create or replace function internal.log_change(store_id uuid, action text, object_type text, object_id uuid,
  before jsonb, after jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if log_change.before is not distinct from log_change.after then
    return;
  end if;
  perform internal.log_activity(log_change.store_id, log_change.action, log_change.object_type, log_change.object_id,
    internal.changed_part(log_change.before, log_change.after),
    internal.changed_part(log_change.after, log_change.before));
end
$$;
