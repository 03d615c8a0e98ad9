-- Refuses update_brand before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT100 for the brand.
create or replace function internal.precheck_update_brand(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_brand((input ->> 'id')::uuid, internal.find_store_for_writing(input));
end
$$;
grant execute on function internal.precheck_update_brand(jsonb) to haat_api;
