-- What came in by a payout, and what its courier kept, is the sum of the payments that name it, voided ones too.
create or replace view ledger.check_payouts with (security_invoker = true) as
select t.company_id, t.store_id, format('payout %s', t.id) as object,
  format('paid %s, charged %s', t.amount, t.charged_amount) as found,
  format('paid %s, charged %s by its payments', e.amount, e.charged) as expected
from app.payouts t
cross join lateral (
  select coalesce(sum(p.amount), 0.00) as amount, coalesce(sum(p.charged_amount), 0.00) as charged
  from app.payments p where p.store_id = t.store_id and p.payout_id = t.id
) e
where (t.amount, t.charged_amount) <> (e.amount, e.charged);
call internal.install_check('ledger.check_payouts');
