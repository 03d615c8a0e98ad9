-- Gives the type of the object that a change of a record is told of: what it is a part of, or itself.
create or replace function internal.activity_object(record_type text) returns text
language sql immutable parallel safe
return case
  when record_type in ('product_category', 'product_image', 'variant', 'video_placement') then 'product'
  when record_type = 'attribute_value' then 'attribute'
  when record_type = 'courier_rate' then 'courier'
  when record_type = 'courier_charge' then 'charge'
  when record_type = 'variant_cost' then 'variant'
  when record_type = 'stock_count_line' then 'stock_count'
  when record_type = 'attachment' then 'purchase'
  else record_type end;
grant execute on function internal.activity_object(text) to haat_staff, haat_dba;
