-- Refuses lines and charges of a new order that staff send in a wrong form.
-- Takes: lines, and charges in the store's currency.
-- Raises: HT008.
create or replace function internal.check_order_input(items staff.order_line[], shipping_charge numeric,
  tax_amount numeric) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if coalesce(cardinality(items), 0) not between 1 and 200 then
    perform internal.field_error('HT008', 'items', 'payoutLines', '{"most": 200}');
  elsif exists (select from unnest(items) i where i.quantity is null or i.quantity not between 1 and 1000000) then
    perform internal.field_error('HT008', 'items', 'badLine.eachQuantity');
  elsif exists (select from unnest(items) i where i.variant_id is null and i.sku is null) then
    perform internal.field_error('HT008', 'items', 'badLine.eachVariantOrSku');
  elsif exists (select from unnest(items) i, unnest(array[i.unit_price, i.discount_price]) p where p < 0
    or p <> round(p, 2)) then
    perform internal.field_error('HT008', 'items', 'amount.prices');
  elsif shipping_charge < 0 or shipping_charge <> round(shipping_charge, 2) then
    perform internal.field_error('HT008', 'shipping_charge', 'amount');
  elsif tax_amount < 0 or tax_amount <> round(tax_amount, 2) then
    perform internal.field_error('HT008', 'tax_amount', 'amount');
  end if;
end
$$;
