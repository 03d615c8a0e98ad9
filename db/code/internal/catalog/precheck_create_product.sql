-- Refuses create_product before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; with videos HT004 (scope), HT010, HT013; HT004 (the plan's product limit);
-- HT101 (brand).
create or replace function internal.precheck_create_product(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
begin
  if jsonb_array_length(coalesce(nullif(input -> 'videos', 'null'), '[]')) > 0 then
    perform internal.require_scope('videos:write', 'videos on a product need');
    perform internal.require_videos(v_store_id);
  end if;
  perform internal.check_product_limit(v_store_id);
  perform internal.check_brand((input ->> 'brand_id')::uuid, v_store_id);
end
$$;
grant execute on function internal.precheck_create_product(jsonb) to haat_api;
