-- Refuses update_product before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT100 for the product; HT004 (the plan's product limit, when it leaves the
-- archive); HT101 (brand).
create or replace function internal.precheck_update_product(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_product constant app.products := internal.find_product((input ->> 'id')::uuid, v_store_id);
begin
  if v_product.status = 'archived' and coalesce(input ->> 'status', 'archived') <> 'archived' then
    perform internal.check_product_limit(v_store_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
end
$$;
grant execute on function internal.precheck_update_product(jsonb) to haat_api;
