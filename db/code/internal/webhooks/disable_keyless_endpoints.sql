-- Timer: disables webhook endpoints of keys that are all revoked, expired or replaced; gives how many.
-- Safe to run twice.
-- see: guides/webhooks#endpoints-of-a-key
--
-- A revocation does it itself; the timer finds keys whose time was over. Until it comes, the claim holds what is due.
create or replace function internal.disable_keyless_endpoints() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_found record;
  v_count integer := 0;
begin
  for v_found in select * from internal.keyless_endpoints() loop
    begin
      perform internal.act_as(v_found.company_id);
      perform internal.disable_keyless_endpoint(v_found.endpoint_id);
      v_count := v_count + 1;
    exception when others then
      -- As where its company is moving.
      raise warning 'endpoint % was not disabled: % (%)', v_found.endpoint_id, sqlerrm, sqlstate;
    end;
  end loop;
  perform internal.leave_company();
  return v_count;
end
$$;
grant execute on function internal.disable_keyless_endpoints() to haat_worker;
