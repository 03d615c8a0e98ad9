-- The lines of a statement: orders by their delivery, payments and refunds by when they were settled, and what
-- couriers charged by when it was recorded.
-- Takes: the store and the window.
create or replace function internal.statement_lines(store_id uuid, from_at timestamptz, until_at timestamptz)
  returns table (at timestamptz, kind text, id uuid, number text, reference text, party text, goods numeric,
    discount numeric, not_kept numeric, shipping numeric, tax numeric, amount numeric)
language sql stable rows 1000
set search_path = ''
begin atomic
  select o.delivered_at, 'order', o.id, o.number, null, c.name, o.subtotal, o.discount_amount,
    o.subtotal - o.discount_amount - k.kept, o.shipping_charge, o.tax_amount,
    k.kept + o.shipping_charge + o.tax_amount
  from app.orders o
  left join app.channels c on c.id = o.channel_id
  cross join lateral (
    select sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as kept
    from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
  ) k
  where o.store_id = statement_lines.store_id and o.delivered_at >= from_at and o.delivered_at < until_at
  union all
  select p.settled_at, p.kind, p.id, o.number, coalesce(p.transaction_id, u.reference), m.name, null, null, null, null,
    null, case p.kind when 'payment' then p.amount when 'refund' then -p.amount end
  from app.payments p
  join app.orders o on o.store_id = p.store_id and o.id = p.order_id
  left join app.payment_methods m on m.id = p.payment_method_id
  left join app.payouts u on u.id = p.payout_id
  where p.store_id = statement_lines.store_id and p.status = 'settled'
    and p.settled_at >= from_at and p.settled_at < until_at
  union all
  select h.created_at, 'courier_charge', h.id, o.number, coalesce(u.reference, h.note), c.name, null, null, null, null,
    null, -h.amount
  from app.courier_charges h
  left join app.parcels p on p.store_id = h.store_id and p.id = h.parcel_id
  left join app.orders o on o.store_id = p.store_id and o.id = p.order_id
  left join app.payouts u on u.store_id = h.store_id and u.id = h.payout_id
  left join app.couriers c on c.id = coalesce(p.courier_id, u.courier_id)
  where h.store_id = statement_lines.store_id and h.created_at >= from_at and h.created_at < until_at;
end;
grant execute on function internal.statement_lines(uuid, timestamptz, timestamptz) to haat_staff;
