-- Every erasure of a customer's personal data: who, when, and how many sealed rows lost text.
create or replace view ledger.erasures with (security_invoker = true) as
select a.company_id, a.store_id, (a.after ->> 'erasure_id')::uuid as erasure_id, a.object_id as customer_id,
  a.created_at as erased_at, a.actor_name as actor, (a.after ->> 'rows')::bigint as rows,
  a.after ->> 'digest' as digest
from app.activity_log a
where a.action = 'customer.erased';
comment on column ledger.erasures.company_id is 'The tenant.';
comment on column ledger.erasures.store_id is 'The store of the customer.';
comment on column ledger.erasures.erasure_id is 'The erasure, as app.erased_rows names it.';
comment on column ledger.erasures.customer_id is 'The customer.';
comment on column ledger.erasures.erased_at is 'When.';
comment on column ledger.erasures.actor is 'Who did it.';
comment on column ledger.erasures.rows is 'How many rows of the history lost text.';
comment on column ledger.erasures.digest is 'SHA-256 over these rows of app.erased_rows.';
grant select on ledger.erasures to haat_dba;
