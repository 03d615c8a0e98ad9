-- What each line of an order earned: the one source of every profit. Delivered goods at their price and the delivery
-- that the customer pays are sales; what came back or was given away is taken off as refunds, and then the cost of the
-- goods that the customer kept, what couriers charged, and goods that came back damaged. Tax is not earned.
-- see: guides/money-of-an-order#what-an-order-earns
--
-- What is of the order as a whole is shared out by the totals of the lines. An order that was not delivered has no
-- sales but what it keeps of an advance. Asked for one order, it reads that order only.
create or replace view ledger.line_profit with (security_invoker = true) as
select o.company_id, o.store_id, o.id as order_id, o.number, o.created_at as ordered_at, l.id as order_item_id,
  l.product_id, l.variant_id, l.sku, l.delivered_quantity as units,
  l.delivered + s.shipping as sales_amount,
  l.delivered - l.kept + s.waived as refunded_amount,
  l.cost as cost_amount,
  s.charged as charged_amount,
  l.damaged as damaged_amount,
  l.kept + s.shipping - s.waived - l.cost - s.charged - l.damaged as profit_amount,
  case when l.unit_cost = 0 then l.kept else 0.00 end as uncosted_amount
from app.orders o
cross join lateral (
  select coalesce(sum(h.amount), 0.00) as charged
  from app.parcels p join app.courier_charges h on h.store_id = p.store_id and h.parcel_id = p.id
  where p.store_id = o.store_id and p.order_id = o.id
) c
cross join lateral (
  select w.*, sum(w.weight) over (order by w.line) - w.weight as before, sum(w.weight) over () as total,
    sum(w.kept) over () as kept_in_all
  from (
    select i.id, i.line, i.product_id, i.variant_id, i.sku, i.delivered_quantity,
      coalesce(i.unit_cost, 0) as unit_cost,
      internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity) as delivered,
      internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity) as kept,
      round((i.delivered_quantity - i.returned_quantity) * coalesce(i.unit_cost, 0), 2) as cost,
      case when i.damaged_quantity = 0 then 0.00 else round(i.damaged_quantity * coalesce((
        select sum(m.quantity_change * m.unit_cost) / nullif(sum(m.quantity_change), 0)
        from app.stock_movements m
        where m.type = 'damage' and m.variant_id = i.variant_id and m.reference_id in (
          select i.order_id union all
          select r.id from app.returns r where r.store_id = i.store_id and r.order_id = i.order_id)), 0), 2)
        end as damaged,
      case when o.subtotal - o.discount_amount > 0 then i.line_total else i.quantity end as weight
    from app.order_items i
    where i.store_id = o.store_id and i.order_id = o.id
  ) w
) l
cross join lateral (
  select case when o.delivered_at is not null then o.shipping_charge else coalesce(o.retained_amount, 0) end
    as shipping
) e
cross join lateral (
  select internal.amount_share(e.shipping, l.before, l.weight, l.total) as shipping,
    internal.amount_share(c.charged, l.before, l.weight, l.total) as charged,
    case when o.delivered_at is null then 0.00 else internal.amount_share(
      least(o.waived_amount, l.kept_in_all + e.shipping), l.before, l.weight, l.total) end as waived
) s;
comment on column ledger.line_profit.company_id is 'The tenant.';
comment on column ledger.line_profit.store_id is 'The store.';
comment on column ledger.line_profit.order_id is 'The order.';
comment on column ledger.line_profit.number is 'Its number.';
comment on column ledger.line_profit.ordered_at is 'When it was placed.';
comment on column ledger.line_profit.order_item_id is 'The line.';
comment on column ledger.line_profit.product_id is 'The product.';
comment on column ledger.line_profit.variant_id is 'What was sold.';
comment on column ledger.line_profit.sku is 'Its SKU as sold.';
comment on column ledger.line_profit.units is 'Units that were delivered.';
comment on column ledger.line_profit.sales_amount is
  'What was delivered, at its price after discounts, and the line''s share of the delivery charge.';
comment on column ledger.line_profit.refunded_amount is 'What of it came back, and its share of what was given away.';
comment on column ledger.line_profit.cost_amount is 'Cost of the units that the customer kept.';
comment on column ledger.line_profit.charged_amount is 'Its share of what couriers charged.';
comment on column ledger.line_profit.damaged_amount is 'Cost of the units that came back damaged.';
comment on column ledger.line_profit.profit_amount is 'sales - refunded - cost - charged - damaged.';
comment on column ledger.line_profit.uncosted_amount is
  'What the customer kept of goods whose cost was never said: profit_amount is too high by what they cost.';
grant select on ledger.line_profit to haat_dba;
