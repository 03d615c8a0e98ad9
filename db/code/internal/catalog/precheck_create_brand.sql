-- Takes: the input of create_brand.
-- Looks before its pictures are fetched.
-- Raises, in this order, HT008 and HT100 for store_id.
create or replace function internal.precheck_create_brand(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_store_for_writing(input);
end
$$;
grant execute on function internal.precheck_create_brand(jsonb) to haat_api;
