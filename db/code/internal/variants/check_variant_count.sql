-- Refuses a product of too many variants.
-- Raises: HT008.
-- see: reference/products#create_product
create or replace function internal.check_variant_count(variants bigint) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if variants > 250 then
    perform internal.field_error('HT008', 'variants', 'mostVariants', '{"most": 250}');
  end if;
end
$$;
