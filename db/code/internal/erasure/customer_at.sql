-- Gives the customer that an order had at a moment: an edit may have given it to another since.
-- Takes: the order, the moment, and the entry of its timeline that was written then, or null.
--
-- The edit itself belongs to the customer after it (internal.order_differences).
create or replace function internal.customer_at(order_id uuid, at timestamptz, entry_id uuid default null)
  returns uuid
language sql stable
begin atomic
  select coalesce((
      select (t.detail #>> '{customer_id,0}')::uuid
      from app.order_timeline t
      where t.store_id = o.store_id and t.order_id = o.id and t.action = 'edited' and t.detail ? 'customer_id'
        and (t.created_at, t.id) > (customer_at.at, coalesce(customer_at.entry_id,
          'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by t.created_at, t.id
      limit 1), o.customer_id)
  from app.orders o
  where o.id = customer_at.order_id;
end;
grant execute on function internal.customer_at(uuid, timestamptz, uuid) to haat_dba;
