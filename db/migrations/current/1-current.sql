-- Enter migration here

-- Reports for staff: what sold best, and what the stock is worth.
do $$
begin
  if to_regtype('staff.top_product') is null then
    create type staff.top_product as (
      rank integer, product_id uuid, variant_id uuid, product_name text, variant_name text, sku text,
      units_sold integer, units_returned integer, revenue numeric(16, 2));
  end if;
  if to_regtype('staff.stock_value') is null then
    create type staff.stock_value as (
      location_id uuid, location text, variants integer, units bigint, value numeric(16, 2));
  end if;
end
$$;
comment on type staff.top_product is 'What a variant earned in a window of days, by the same sums as the report of the API.';
comment on column staff.top_product.rank is 'Its place, from 1.';
comment on column staff.top_product.product_id is 'The product.';
comment on column staff.top_product.variant_id is 'The variant.';
comment on column staff.top_product.product_name is 'The present name of the product.';
comment on column staff.top_product.variant_name is 'The present name of the variant.';
comment on column staff.top_product.sku is 'The present SKU.';
comment on column staff.top_product.units_sold is 'Units that were delivered.';
comment on column staff.top_product.units_returned is 'Units of them that came back.';
comment on column staff.top_product.revenue is 'What the units that were kept cost after discounts.';
comment on type staff.stock_value is 'What the stock of a store at a location is worth, at the average cost.';
comment on column staff.stock_value.location_id is 'The location.';
comment on column staff.stock_value.location is 'Its name.';
comment on column staff.stock_value.variants is 'Variants that have a level there.';
comment on column staff.stock_value.units is 'Units on hand.';
comment on column staff.stock_value.value is 'Units by the average cost of their variant.';
