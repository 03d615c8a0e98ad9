-- Takes: what was renamed.
-- Adds the job that tells its products, one that waits at most.
create or replace function internal.enqueue_rename(kind text, id uuid) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.enqueue('rename__publish', json_build_object('kind', enqueue_rename.kind, 'id', enqueue_rename.id),
    job_key => format('rename:%s:%s', enqueue_rename.kind, enqueue_rename.id));
end;
