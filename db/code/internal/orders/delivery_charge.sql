-- Gives what a store's table asks for the delivery of an order.
-- Takes: the store; the order's lines and address; and what its goods cost after the discount.
-- Gives: the charge and the name of the zone; both null when the store does not charge by zone.
-- see: guides/orders#delivery-charges
--
-- A product with a delivery charge of its own asks for that, every other one for the zone's: the order has the highest
-- of them.
create or replace function internal.delivery_charge(store_id uuid, lines internal.priced_line[], address json,
  goods_amount numeric, out charge numeric, out zone text)
language plpgsql stable
set search_path = ''
as $$
declare
  v_zone jsonb;
  v_own numeric;
  v_has_other boolean;
begin
  select internal.find_delivery_zone(s.delivery_zones, address) into v_zone
    from app.stores s where s.id = delivery_charge.store_id and s.delivery_charges = 'by_zone';
  if v_zone is null then
    return;
  end if;
  select max(p.delivery_charge), bool_or(p.delivery_charge is null) into v_own, v_has_other
    from unnest(lines) l
    join app.variants v on v.store_id = delivery_charge.store_id and v.id = l.variant_id
    join app.products p on p.store_id = delivery_charge.store_id and p.id = v.product_id;
  zone := v_zone ->> 'name';
  charge := greatest(v_own, case
    when not v_has_other then 0
    when goods_amount >= (v_zone ->> 'free_from')::numeric then 0
    else (v_zone ->> 'charge')::numeric end);
end
$$;
