-- Books what a courier charges with a payout.
-- Takes: the payout, and the charges: [{parcel_id?, payment_id?, kind?, amount, agreed_amount?, note?}]; without a
-- kind, other.
create or replace function internal.add_charges(payout_id uuid, charges jsonb) returns void
language sql volatile
begin atomic
  insert into app.courier_charges (company_id, store_id, payout_id, parcel_id, payment_id, kind, amount,
    agreed_amount, note)
  select t.company_id, t.store_id, t.id, (c.charge ->> 'parcel_id')::uuid, (c.charge ->> 'payment_id')::uuid,
    coalesce(c.charge ->> 'kind', 'other'), (c.charge ->> 'amount')::numeric,
    (c.charge ->> 'agreed_amount')::numeric, c.charge ->> 'note'
  from app.payouts t
  cross join jsonb_array_elements(add_charges.charges) with ordinality as c (charge, n)
  where t.id = add_charges.payout_id
  order by c.n;
end;
