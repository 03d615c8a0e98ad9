--! owner: haat_gatekeeper
create or replace function gate.end_image_call(lease uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  delete from gate.image_calls i where i.lease = end_image_call.lease;
end;
comment on function gate.end_image_call(uuid) is 'Takes the lease of gate.start_image_call; frees the key''s place.';
grant execute on function gate.end_image_call(uuid) to haat_gateway;
