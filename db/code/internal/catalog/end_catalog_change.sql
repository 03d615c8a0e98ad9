-- Writes what staff changed in the catalog into the activity log.
-- Takes: the action, and what internal.begin_catalog_change took and gave.
create or replace function internal.end_catalog_change(action text, object_type text, id uuid, store_id uuid,
  before jsonb default null) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.log_change(end_catalog_change.store_id, end_catalog_change.action, end_catalog_change.object_type,
    end_catalog_change.id, end_catalog_change.before,
    internal.catalog_record(end_catalog_change.object_type, end_catalog_change.id));
end;
