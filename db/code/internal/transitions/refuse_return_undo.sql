-- Refuses to take back that a return was received once its goods or its money went on.
-- Takes: the return and its order, as they are under their locks.
-- Raises: HT101 (return).
create or replace function internal.refuse_return_undo(received app.returns, order_before app.orders) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_sku text;
begin
  if received.status <> 'received' then
    perform internal.field_error('HT101', 'return_id', 'undoNothing.return',
      jsonb_build_object('state', received.status));
  end if;
  if exists (select from app.payments p where p.store_id = received.store_id and p.order_id = received.order_id
    and p.kind = 'refund' and p.status = 'settled' and p.created_at >= received.received_at) then
    perform internal.field_error('HT101', 'return_id', 'undoRefunded.return');
  end if;
  select min(i.sku) into v_sku
    from (
      select t.variant_id, min(t.sku) as sku, sum(e.sellable_quantity) as quantity
      from app.return_lines e
      join app.order_items t on t.id = e.order_item_id
      where e.return_id = received.id
      group by t.variant_id
    ) i
    join app.inventory_levels n on n.location_id = order_before.location_id and n.variant_id = i.variant_id
    where n.on_hand - n.reserved < i.quantity;
  if v_sku is not null then
    perform internal.field_error('HT101', 'return_id', 'returnGoodsGone', jsonb_build_object('sku', v_sku));
  end if;
end
$$;
