--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of the member of staff who sent a job.
-- Takes: the locked job and the request id of its line.
-- Raises: HT015 (they are no longer active, or their company is not).
create or replace function internal.enter_staff_job(job app.jobs, request_id text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_member app.staff;
begin
  select t.* into v_member from app.staff t join app.companies c on c.id = t.company_id
    where t.id = job.staff_id and t.status = 'active' and c.status = 'active';
  if v_member.id is null then
    perform internal.fail('HT015', 'jobSenderGone');
  end if;
  perform internal.set_context(job.company_id, array[job.store_id], 'staff', v_member.id, v_member.full_name,
    internal.permissions_of(v_member), lineage_id => v_member.id);
  perform set_config('haat.request_id', request_id, true),
          set_config('haat.response_headers', '', true),
          set_config('haat.refusal', '', true);
end
$$;
