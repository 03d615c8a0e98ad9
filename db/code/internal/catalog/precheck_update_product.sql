-- Takes: the input of update_product.
-- Looks before its pictures are fetched.
-- Raises, in this order, HT008 and HT100 for store_id, HT100, HT004 (plan's product limit, when it comes back from
-- the archive), HT101 (brand).
create or replace function internal.precheck_update_product(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  p constant app.products := internal.find_product((input ->> 'id')::uuid, v_store_id);
begin
  if p.status = 'archived' and coalesce(input ->> 'status', 'archived') <> 'archived' then
    perform internal.check_product_limit(p.company_id);
  end if;
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
end
$$;
grant execute on function internal.precheck_update_product(jsonb) to haat_api;
