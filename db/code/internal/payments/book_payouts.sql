-- Keeps on a parcel what its settled payouts add up to. The caller recomputes the order.
create or replace function internal.book_payouts(parcel_id uuid) returns void
language sql volatile
begin atomic
  update app.parcels t set (payout_at, paid_out_amount, charged_amount) = (
      select max(p.settled_at), coalesce(sum(p.amount), 0), coalesce(sum(p.charged_amount), 0) from app.payments p
      where p.store_id = t.store_id and p.parcel_id = t.id and p.kind = 'payment' and p.status = 'settled')
    where t.id = book_payouts.parcel_id;
end;
