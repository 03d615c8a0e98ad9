-- Gives what changed since the newest seals (ledger.changed_orders, ledger.changed_variants): {order_id: [{id,
-- company_id, store_id}, ..], variant_id: [..]}.
create or replace function internal.changed_since_seal() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', o.order_id, 'company_id', o.company_id, 'store_id', o.store_id)), '[]') from ledger.changed_orders o),
    'variant_id', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', v.variant_id, 'company_id', v.company_id, 'store_id', v.store_id)), '[]') from ledger.changed_variants v))
$$;
grant execute on function internal.changed_since_seal() to haat_dba;
