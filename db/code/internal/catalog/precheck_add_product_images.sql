-- Takes: the input of add_product_images.
-- Looks before its pictures are fetched.
-- Raises, in this order, HT008 and HT100 for store_id, HT100.
create or replace function internal.precheck_add_product_images(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
end
$$;
grant execute on function internal.precheck_add_product_images(jsonb) to haat_api;
