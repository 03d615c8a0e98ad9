--! owner: haat_gatekeeper
-- Ends the lease of a call with images, so that the key may make another one.
-- Takes: the lease that gate.start_image_call gave.
-- Raises: nothing.
create or replace function gate.end_image_call(lease uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from gate.image_calls i where i.lease = end_image_call.lease;
end;
grant execute on function gate.end_image_call(uuid) to haat_gateway;
