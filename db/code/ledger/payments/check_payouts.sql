-- What came in by a payout is what its payments settled less what its courier charged, as it was recorded: payments
-- that were voided and charges that were taken back too.
create or replace view ledger.check_payouts with (security_invoker = true) as
select t.company_id, t.store_id, format('payout %s', t.id) as object,
  format('paid %s, charged %s', t.amount, t.charged_amount) as found,
  format('paid %s, charged %s by its payments and charges', e.settled - c.charged, c.charged) as expected
from app.payouts t
cross join lateral (
  select coalesce(sum(p.amount + p.charged_amount), 0.00) as settled
  from app.payments p where p.store_id = t.store_id and p.payout_id = t.id
) e
cross join lateral (
  select coalesce(sum(h.amount), 0.00) as charged
  from app.courier_charges h where h.store_id = t.store_id and h.payout_id = t.id and h.reverses_id is null
) c
where (t.amount, t.charged_amount) <> (e.settled - c.charged, c.charged);
call internal.install_check('ledger.check_payouts');
