--! owner: haat_gatekeeper
-- Has a worker delete the file of an export, finished or not.
create or replace function internal.drop_export_file(export_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into internal.media_deletions (company_id, media_key)
  select e.company_id, e.storage_key
  from app.exports e
  where e.id = export_id and e.storage_key is not null;
  if found then
    perform internal.enqueue('media__delete');
  end if;
end
$$;
