--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of the sender of a job: its key, or its member of staff with the permissions
-- that they have now.
-- Takes: the locked job and the request id of its line.
-- Raises: HT001 to HT003 (the key is not good), HT004 (it lost a scope), HT015 (the member of staff may not sign in).
-- see: guides/inside#who-acts
--
-- Only the sender of the job is ever entered: the worker names a job, and the job names its sender.
create or replace function internal.enter_job(job app.jobs, request_id text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_key_hash bytea;
  v_scope text;
begin
  if job.key_id is not null then
    select k.key_hash into v_key_hash from app.api_keys k where k.id = job.key_id;
    perform gate.enter(v_key_hash, request_id);
    foreach v_scope in array job.scopes loop
      if not gate.has_scope(internal.context_setting('haat.scopes')::text[], v_scope) then
        perform internal.fail('HT004', 'scopeNeeded.byNow', jsonb_build_object('scope', v_scope));
      end if;
    end loop;
  else
    perform internal.enter_staff_job(job, request_id);
  end if;
end
$$;
grant execute on function internal.enter_job(app.jobs, text) to haat_api;
