-- Takes: the products whose shown videos just changed.
-- Sends product.updated for each.
-- see: guides/webhooks
create or replace function internal.publish_video_products(product_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  foreach v_id in array product_ids loop
    perform internal.publish_product(v_id);
  end loop;
end
$$;
