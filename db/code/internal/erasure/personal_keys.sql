-- Lists the keys under which JSON names a customer: "addresses", and the columns of customers and of their orders that
-- an erasure empties (ledger.erasure_columns).
create or replace function internal.personal_keys() returns text[]
language sql stable security definer parallel safe
set search_path = ''
begin atomic
  select array_agg(distinct c.column_name::text) || 'addresses'::text
  from ledger.erasure_columns c
  where c.is_erased and c.table_name in (
    'app.customers', 'app.customer_addresses', 'app.orders', 'app.payments', 'app.returns',
    'app.parcels', 'app.attachments');
end;
grant execute on function internal.personal_keys() to haat_dba, haat_gatekeeper;
