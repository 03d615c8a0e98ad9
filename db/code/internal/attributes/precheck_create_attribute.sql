-- Refuses create_attribute before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id.
create or replace function internal.precheck_create_attribute(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_store_for_writing(input);
end
$$;
grant execute on function internal.precheck_create_attribute(jsonb) to haat_api;
