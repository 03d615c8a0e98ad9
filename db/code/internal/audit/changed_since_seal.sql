-- Gives what changed since the newest seals (ledger.changed_orders, ledger.changed_variants): {order_id: [..],
-- variant_id: [..]}.
create or replace function internal.changed_since_seal() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', (select coalesce(jsonb_agg(o.order_id), '[]') from ledger.changed_orders o),
    'variant_id', (select coalesce(jsonb_agg(v.variant_id), '[]') from ledger.changed_variants v))
$$;
grant execute on function internal.changed_since_seal() to haat_dba;
