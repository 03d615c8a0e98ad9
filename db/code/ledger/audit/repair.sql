-- Works out again what follows from other rows of the current company, where a check finds it broken (ledger.repairs).
-- Takes: levels (from the movements), orders (amounts and statuses of payment and fulfilment, from payments, parcels
-- and lines), counts (of orders, sales, coupons and products), products (what they are found by, and their documents).
--
-- As the owner, for the company that was entered. What the journal tells of is journaled as the operator's. Each row
-- is locked first and worked out under its lock: one that was mended meanwhile stays as it is.
create or replace function ledger.repair(what text) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
  v_before app.orders;
begin
  if what = 'levels' then
    perform from app.inventory_levels l
      where l.variant_id in (select c.variant_id from ledger.check_level_sums c)
      order by l.variant_id, l.location_id for no key update;
    update app.inventory_levels l
      set on_hand = m.on_hand, reserved = m.reserved, last_sequence = m.last_sequence
      from (
        select t.variant_id, t.location_id, sum(t.quantity_change) as on_hand, max(t.sequence) as last_sequence,
          sum(t.reserved_change) + internal.archived_reserved(t.variant_id, t.location_id) as reserved
        from app.stock_movements t where t.variant_id in (select c.variant_id from ledger.check_level_sums c)
        group by t.variant_id, t.location_id) m
      where m.variant_id = l.variant_id and m.location_id = l.location_id
        and (l.on_hand, l.reserved, l.last_sequence) is distinct from (m.on_hand, m.reserved, m.last_sequence);
  elsif what = 'orders' then
    for v_id in
      select c.order_id from ledger.check_order_payments c union select c.order_id from ledger.check_order_totals c
      union select c.order_id from ledger.check_order_amounts c
      union select c.order_id from ledger.check_order_parcels c
      order by 1
    loop
      select * into v_before from app.orders o where o.id = v_id for no key update;
      if to_jsonb(internal.recompute_order(v_id)) - 'updated_at' <> to_jsonb(v_before) - 'updated_at' then
        perform internal.publish_order(v_before);
      end if;
    end loop;
    -- What is counted of orders was counted on by the difference to what stood there.
    perform ledger.repair('counts');
  elsif what = 'counts' then
    -- A sale holds its coupon before it waits for the calendar, which a rebuild has alone.
    perform from app.coupons c where c.id in (
        select u.coupon_id from ledger.coupon_usage u where u.used_count <> u.redemptions)
      order by c.id for no key update;
    update app.coupons c set used_count = u.redemptions
      from ledger.coupon_usage u where u.coupon_id = c.id and u.used_count <> u.redemptions;
    for v_id in
      select c.store_id from ledger.check_order_counts c union select c.store_id from ledger.check_sales_rollups c
      order by 1
    loop
      perform internal.rebuild_sales(v_id);
    end loop;
    perform internal.rebuild_product_counts(array(select c.store_id from ledger.check_product_counts c order by 1));
  elsif what = 'products' then
    for v_id in
      select split_part(c.object, ' ', 2)::uuid as id from ledger.check_product_search c
      union
      select split_part(c.object, ' ', 2)::uuid from ledger.check_product_images c
      order by id
    loop
      perform from app.products p where p.id = v_id for no key update;
      update app.products p set search_text = internal.product_search_text(p.id, p.name),
          has_image = exists (select from app.product_images i where i.product_id = p.id)
        where p.id = v_id;
      -- It was changed, so readers that sync are told.
      perform internal.publish_product(v_id);
    end loop;
    perform internal.store_product_documents(array(
      select split_part(c.object, ' ', 2)::uuid from ledger.check_product_documents() c order by 1));
  else
    raise exception 'there is no repair %: see ledger.repairs', what;
  end if;
end
$$;
