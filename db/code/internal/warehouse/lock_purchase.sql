-- Locks a purchase: its lines and receipts change under this lock only.
-- Raises: HT100.
create or replace function internal.lock_purchase(purchase_id uuid) returns app.purchases
language plpgsql volatile
set search_path = ''
as $$
declare
  v_purchase app.purchases;
begin
  select * into v_purchase from app.purchases p where p.id = lock_purchase.purchase_id for no key update;
  if v_purchase.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "purchase"}');
  end if;
  return v_purchase;
end
$$;
