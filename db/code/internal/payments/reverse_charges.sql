-- Takes back charges that were recorded by mistake, each by a row of its own.
-- Takes: their ids, and why. One that is taken back already is passed over.
create or replace function internal.reverse_charges(ids uuid[], reason text) returns void
language sql volatile
begin atomic
  insert into app.courier_charges (company_id, store_id, payout_id, parcel_id, payment_id, kind, amount, note,
    reverses_id)
  select c.company_id, c.store_id, c.payout_id, c.parcel_id, c.payment_id, c.kind, -c.amount,
    coalesce(reason, c.note), c.id
  from app.courier_charges c
  where c.id = any (ids) and c.reverses_id is null and not exists (
    select from app.courier_charges r where r.store_id = c.store_id and r.reverses_id = c.id)
  order by c.id;
end;
