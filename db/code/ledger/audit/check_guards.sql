-- No trigger of our tables is switched off, no history table lacks its append-only guard, no constraint is left
-- unchecked.
create or replace view ledger.check_guards with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id,
  format('trigger %s on %s', t.tgname, t.tgrelid::regclass) as object, 'switched off' as found, 'enabled' as expected
from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
where c.relnamespace = 'app'::regnamespace and t.tgenabled not in ('O', 'A')
union all
select null, null, format('table %s', g.name), 'may be rewritten', 'trigger ' || g.trigger
from (
  select n, '_900_append_only'
  from unnest(array['app.stock_movements', 'app.activity_log', 'app.changes', 'app.order_timeline', 'app.order_calls',
    'app.erased_rows', 'app.courier_charges',
    'app.ledger_seals', 'app.ledger_seal_segments', 'internal.history_seals', 'app.purchases', 'app.purchase_lines',
    'app.goods_receipts', 'app.goods_receipt_lines', 'app.stock_counts', 'app.stock_count_lines',
    'app.stock_transfers', 'app.stock_transfer_lines', 'internal.archives',
    'internal.departures']) as n
  union all
  select n, '_900_archived_only' from unnest(array['app.changes', 'app.order_timeline', 'app.stock_movements']) as n
  union all
  select n, '_900_redact_only'
  from unnest(array['app.activity_log', 'app.changes', 'app.order_timeline', 'app.order_calls']) as n
) as g (name, trigger)
where not exists (select from pg_catalog.pg_trigger t where t.tgrelid = g.name::regclass and t.tgname = g.trigger)
union all
select null, null, format('constraint %s on %s', k.conname, k.conrelid::regclass), case when k.conenforced
  then 'not validated' else 'not enforced' end, 'validated and enforced'
from pg_catalog.pg_constraint k
where k.connamespace = 'app'::regnamespace and not (k.convalidated and k.conenforced)
  -- The store of a row is also held by a key to what it belongs to, which has its store by a key of its own.
  and not (k.confrelid = 'app.stores'::regclass and exists (
    select from pg_catalog.pg_constraint h
    join pg_catalog.pg_constraint s
      on s.conrelid = h.confrelid and s.confrelid = k.confrelid and s.contype = 'f' and s.convalidated
    where h.conrelid = k.conrelid and h.contype = 'f' and h.convalidated and h.conkey @> k.conkey
      and not exists (
        select from pg_catalog.pg_attribute a
        where a.attrelid = h.conrelid and a.attnum = any (h.conkey) and not a.attnotnull)))
union all
select null, null, p.object, p.problem, 'a whole fence'
from internal.find_fence_problems() p
-- A superuser who looks is no problem of the fence.
where p.object <> current_user::text;
call internal.install_check('ledger.check_guards');
