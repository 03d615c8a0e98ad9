-- A charge is of the payout, the parcel and the courier that its payment is of. It is taken back at most once, as a
-- whole, and just when its payment is voided. What a payment keeps as charged is at most its charges.
create or replace view ledger.check_courier_charges with (security_invoker = true) as
select h.company_id, h.store_id, format('charge %s', h.id) as object,
  format('%s %s of parcel %s in payout %s', h.kind, h.amount, coalesce(h.parcel_id::text, 'none'),
    coalesce(h.payout_id::text, 'none')) as found,
  e.expected
from app.courier_charges h
left join app.payouts t on t.id = h.payout_id
left join app.parcels a on a.id = h.parcel_id
left join app.payments p on p.id = h.payment_id
left join app.courier_charges r on r.id = h.reverses_id
cross join lateral (
  select case
      when r.id is not null and (r.kind, -r.amount, r.parcel_id, r.payout_id, r.payment_id, r.reverses_id)
          is distinct from (h.kind, h.amount, h.parcel_id, h.payout_id, h.payment_id, null::uuid)
        then format('what it takes back: %s %s', r.kind, r.amount)
      when t.id is not null and a.id is not null and t.courier_id is distinct from a.courier_id
        then 'a parcel of the courier that paid'
      when p.id is not null and (p.parcel_id, p.payout_id) is distinct from (h.parcel_id, h.payout_id)
        then format('parcel %s in payout %s, as its payment', p.parcel_id, p.payout_id)
      when p.status = 'voided' and h.reverses_id is null and not exists (
          select from app.courier_charges b where b.store_id = h.store_id and b.reverses_id = h.id)
        then 'taken back, as its payment is voided'
      when p.status = 'settled' and h.reverses_id is not null then 'not taken back, as its payment counts' end
    as expected
) e
where e.expected is not null
union all
select p.company_id, p.store_id, format('payment %s', p.id), format('%s charged', p.charged_amount),
  format('at most its charges: %s', c.charged)
from app.payments p
cross join lateral (
  select coalesce(sum(h.amount), 0.00) as charged
  from app.courier_charges h where h.store_id = p.store_id and h.payment_id = p.id and h.reverses_id is null
) c
where p.charged_amount > c.charged;
call internal.install_check('ledger.check_courier_charges');
