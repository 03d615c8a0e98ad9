-- The key that keeps two variants of a product from being equal is made of the options they have.
create or replace view ledger.check_option_keys with (security_invoker = true) as
with keys as (
  select o.variant_id, string_agg(o.value_id::text, ' ' order by o.value_id) as option_key
  from app.variant_options o
  group by o.variant_id
)
select v.company_id, v.store_id, format('variant %s (%s)', v.sku, v.id) as object,
  format('option key %L', v.option_key) as found,
  format('option key %L by its options', coalesce(k.option_key, '')) as expected
from app.variants v
left join keys k on k.variant_id = v.id
where v.option_key <> coalesce(k.option_key, '');
call internal.install_check('ledger.check_option_keys');
