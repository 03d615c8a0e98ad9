--! owner: haat_gatekeeper
-- Counts a reading of personal data into the row of its actor, kind and hour (app.personal_data_reads).
-- Takes: the company, who read, the kind, how many records were shown, and in how many answers. None writes nothing.
--
-- The only place that writes this table. The hour is that of the clock of the business.
create or replace function internal.add_personal_data_read(company_id uuid, actor_type text, actor_id uuid,
  actor_name text, kind text, record_count bigint, read_count integer default 1) returns void
language sql volatile
set search_path = ''
begin atomic
  insert into app.personal_data_reads as r
    (company_id, actor_type, actor_id, actor_name, kind, hour, record_count, read_count, last_read_at)
  select add_personal_data_read.company_id, add_personal_data_read.actor_type, add_personal_data_read.actor_id,
    add_personal_data_read.actor_name, add_personal_data_read.kind, date_trunc('hour', internal.now()),
    add_personal_data_read.record_count, add_personal_data_read.read_count, internal.now()
  where add_personal_data_read.record_count > 0
  on conflict on constraint personal_data_reads_once_an_hour do update set
    record_count = r.record_count + excluded.record_count,
    read_count = r.read_count + excluded.read_count,
    last_read_at = greatest(r.last_read_at, excluded.last_read_at);
end;
