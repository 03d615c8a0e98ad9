-- The cash of a parcel that its courier holds: collected at the door and not paid out yet; 0 before the delivery.
--
-- A courier that did not say what it collected has what it was to collect, less what the customer paid in another way
-- since.
create or replace function internal.held_amount(parcel_id uuid) returns numeric
language sql stable
begin atomic
  select (case when p.delivered_at is null then 0 else
      greatest(0, coalesce(p.collected_amount - p.paid_out_amount,
        least(p.cod_amount - p.paid_out_amount, o.total_amount - o.paid_amount))) end)::numeric(12, 2)
  from app.parcels p
  join app.orders o on o.store_id = p.store_id and o.id = p.order_id
  where p.id = held_amount.parcel_id;
end;
grant execute on function internal.held_amount(uuid) to haat_gatekeeper, haat_staff, haat_dba;
