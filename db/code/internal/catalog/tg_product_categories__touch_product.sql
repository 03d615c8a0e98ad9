-- Statement trigger: touches the products whose categories really changed, as they show them. Their own status, which
-- internal.tg_products__copy_status keeps there, they show anyway.
-- Takes: transition tables old_rows and new_rows.
create or replace function internal.tg_product_categories__touch_product() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select distinct n.product_id
    from new_rows n
    join old_rows o using (product_id, category_id)
    where (n.is_primary, n.position) <> (o.is_primary, o.position));
begin
  if v_ids <> '{}' then
    perform internal.touch_products(v_ids);
  end if;
  return null;
end
$$;
