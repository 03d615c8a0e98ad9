-- Statement trigger: touches the products of which a child row really changed, as they show it.
-- Takes: transition tables old_rows and new_rows with product_id.
create or replace function internal.tg__touch_product() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'DELETE' then
    v_ids := array(select distinct product_id from old_rows);
  elsif tg_op = 'INSERT' then
    v_ids := array(select distinct product_id from new_rows);
  else
    v_ids := array(
      select c.product_id from (table new_rows except table old_rows) c
      union
      select c.product_id from (table old_rows except table new_rows) c);
  end if;
  if v_ids <> '{}' then
    perform internal.touch_products(v_ids);
  end if;
  return null;
end
$$;
