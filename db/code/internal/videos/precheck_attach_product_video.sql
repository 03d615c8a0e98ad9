-- Takes: the input of attach_product_video.
-- Checks what can be checked before its link is opened.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT004 (option without products:read), HT100,
-- HT008 (option).
create or replace function internal.precheck_attach_product_video(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_product app.products;
begin
  perform internal.require_videos(v_store_id);
  if nullif(input -> 'option', 'null') is not null then
    perform internal.require_scope('products:read', 'is needed to name an option; give option_value_id instead');
  end if;
  v_product := internal.find_product((input ->> 'product_id')::uuid, v_store_id);
  if nullif(input -> 'option', 'null') is not null then
    perform internal.find_option_value(v_product.id, input -> 'option');
  end if;
end
$$;
grant execute on function internal.precheck_attach_product_video(jsonb) to haat_api;
