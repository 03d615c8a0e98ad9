-- Erased customers are gone from their records, and each erasure took out of the history what it says: personal data,
-- of rows that tell of its customer, which hold none since.
create or replace view ledger.check_erasures with (security_invoker = true) as
select e.company_id, e.store_id, format('erasure %s', e.erasure_id) as object,
  'other rows than those it made' as found, format('%s rows, digest %s', e.rows, e.digest) as expected
from ledger.erasures e
where e.digest is distinct from encode(internal.erasure_digest(e.company_id, e.erasure_id), 'hex')
union all
select r.company_id, null, format('row %s of %s', r.row_id, r.log), 'called erased', 'an entry customer.erased'
from app.erased_rows r
where not exists (select from ledger.erasures e where e.erasure_id = r.erasure_id)
union all
select h.company_id, e.store_id, format('row %s of %s', h.row_id, h.log),
  case
    when h.customer_id is distinct from e.customer_id then 'it tells of another customer'
    when h.is_redacted then 'changed since'
    else 'it holds personal data'
  end,
  format('as it was left by the erasure of customer %s', e.customer_id)
from ledger.erased_history h join ledger.erasures e on e.erasure_id = h.erasure_id
where h.customer_id is distinct from e.customer_id or not h.is_redacted
  -- Erased once more, it is as the later erasure left it.
  or not h.is_unchanged and not exists (
    select from ledger.erased_history l where l.row_id = h.row_id and l.is_unchanged)
union all
select c.company_id, c.store_id, format('customer %s', c.id), 'erased', 'an entry customer.erased'
from app.customers c
where c.erased_at is not null and not exists (select from ledger.erasures e where e.customer_id = c.id)
union all
select e.company_id, e.store_id, format('customer %s', e.customer_id), 'not erased', 'erased at ' || e.erased_at
from ledger.erasures e join app.customers c on c.id = e.customer_id
where c.erased_at is null
union all
select a.company_id, a.store_id, format('address %s of customer %s', a.id, c.id), 'kept', 'gone with the customer'
from app.customer_addresses a join app.customers c on c.store_id = a.store_id and c.id = a.customer_id
where c.erased_at is not null;
call internal.install_check('ledger.check_erasures');
