--! owner: haat_gatekeeper
-- Notes in the present transaction that who acts in it reads personal data; see app.personal_data_reads.
-- Takes: the kind of reading, and how many records are shown.
-- Raises: nothing.
create or replace function internal.note_personal_data_read(kind text, record_count bigint) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  select internal.add_personal_data_read(internal.current_company_id(), a.actor_type, a.actor_id, a.actor_name,
    note_personal_data_read.kind, note_personal_data_read.record_count)
  from internal.current_actor() a;
end;
grant execute on function internal.note_personal_data_read(text, bigint) to haat_owner, haat_staff;
