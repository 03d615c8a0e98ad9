--! owner: haat_gatekeeper
-- Tells whether an entry of the activity, as earlier versions wrote one beside each note, stands for a note already.
-- Takes: of the note its id, company, record and text.
--
-- As internal.is_told_elsewhere.
create or replace function internal.is_note_told_elsewhere(note_id uuid, company_id uuid, object_id uuid, note text)
  returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_at constant timestamptz := uuid_extract_timestamp(note_id);
begin
  return exists (
    select from app.activity_log a
    where a.company_id = is_note_told_elsewhere.company_id and a.object_id = is_note_told_elsewhere.object_id
      and a.id between internal.id_floor(v_at - interval '30 seconds')
        and internal.id_floor(v_at + interval '30 seconds')
      and a.action like '%.noted' and a.after ->> 'note' = is_note_told_elsewhere.note);
end
$$;
grant execute on function internal.is_note_told_elsewhere(uuid, uuid, uuid, text) to haat_owner, haat_staff, haat_dba;
