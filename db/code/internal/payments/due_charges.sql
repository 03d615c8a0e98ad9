-- What a courier may charge for a parcel still by the rates that were agreed: its delivery and its return once.
-- Takes: its rates, the parcel, and what is settled of its cash.
-- Gives: {delivery, cod, return}, null without rates; and which of delivery and return were charged before.
--
-- What was charged in one sum (other) was for both.
create or replace function internal.due_charges(rates jsonb, parcel app.parcels, settled numeric,
  out agreed jsonb, out charged_before text[])
language sql stable
begin atomic
  select (
      select jsonb_object_agg(k.key,
        case when k.key = any (b.kinds) or k.key <> 'cod' and 'other' = any (b.kinds) then '0' else k.value end)
      from app.orders o
      cross join lateral jsonb_each(internal.agreed_charges(rates, parcel, o.shipping_address, settled)) k
      where rates is not null and o.store_id = parcel.store_id and o.id = parcel.order_id
    ), array_remove(b.kinds, 'other')
  from (
    select array(
      select h.kind from app.courier_charges h
      where h.store_id = parcel.store_id and h.parcel_id = parcel.id and h.kind <> 'cod'
      group by h.kind having sum(h.amount) > 0) as kinds
  ) b;
end;
