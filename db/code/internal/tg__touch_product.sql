-- A product's document shows its children, so a change of a child is a change of the product (sync by updated_after).
create or replace function internal.tg__touch_product() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'DELETE' then
    v_ids := array(select distinct product_id from old_rows);
  else
    v_ids := array(select distinct product_id from new_rows);
  end if;
  -- A product being created in this same moment needs no second version of its row.
  update app.products set updated_at = internal.now() where id = any (v_ids) and updated_at < internal.now();
  return null;
end
$$;
comment on function internal.tg__touch_product() is 'Statement trigger with transition tables old_rows/new_rows that hold product_id: moves products.updated_at.';
