-- Takes: the input of update_brand.
-- Looks before its pictures are fetched.
-- Raises, in this order, HT008 and HT100 for store_id, HT100.
create or replace function internal.precheck_update_brand(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_brand((input ->> 'id')::uuid, internal.find_store_for_writing(input));
end
$$;
grant execute on function internal.precheck_update_brand(jsonb) to haat_api;
