-- Adds the job that sends the events of a rename. At most one waits for each renamed row.
-- Takes: the kind (brand, category, attribute, value) and id of what was renamed.
create or replace function internal.enqueue_rename(kind text, id uuid) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.enqueue(
    'rename__publish',
    json_build_object('kind', enqueue_rename.kind, 'id', enqueue_rename.id),
    job_key => format('rename:%s:%s', enqueue_rename.kind, enqueue_rename.id));
end;
