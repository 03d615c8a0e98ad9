--! owner: haat_gatekeeper
-- Removes what was noted of readings of personal data 400 days ago and gives how many rows. A timer; may be run twice.
-- see: guides/permissions#who-read-personal-data
create or replace function internal.clean_up_personal_data_reads() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count bigint;
begin
  delete from app.personal_data_reads r where r.hour < internal.now() - interval '400 days';
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
grant execute on function internal.clean_up_personal_data_reads() to haat_worker;
