-- Finds the one variant of the company that staff name.
-- Takes: {variant_id | sku}; variant_id counts when both are given.
-- Raises: HT008 (a SKU of several stores), HT100.
create or replace function internal.find_named_variant(named jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_field constant text := case when named ->> 'variant_id' is not null then 'variant_id' else 'sku' end;
  v_ids constant uuid[] := array(
    select v.id from internal.find_variants_in_reach(named) v);
begin
  if cardinality(v_ids) = 0 then
    perform internal.field_error('HT100', v_field, 'gone.companyVariant');
  elsif cardinality(v_ids) > 1 then
    perform internal.field_error('HT008', v_field, 'skuSeveral');
  end if;
  return v_ids[1];
end
$$;
