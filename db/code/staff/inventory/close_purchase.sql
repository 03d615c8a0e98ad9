-- Closes a purchase: what has not come is no longer expected.
-- Needs inventory.manage.
-- Raises: HT014 (permission), HT100 (purchase_id).
create or replace function staff.close_purchase(purchase_id uuid) returns app.purchases
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.purchases;
  v_purchase app.purchases;
begin
  perform internal.require_permission('inventory.manage');
  v_before := internal.lock_purchase(close_purchase.purchase_id);
  if v_before.status = 'closed' then
    return v_before;
  end if;
  update app.purchases p set status = 'closed' where p.id = v_before.id returning * into v_purchase;
  return v_purchase;
end
$$;
grant execute on function staff.close_purchase(uuid) to haat_staff;
