-- Refuses a change that makes a variant's prices or options wrong.
-- Takes: the locked variant, the fields to change and a prefix for field names; or, where an import is only planned,
-- the variant, and names of options may be new.
-- Raises: HT008; HT101 for options that the store does not have.
-- see: reference/variants#update_variant, guides/overview#conventions
--
-- Options are set when a variant is created. The same options may be sent again, so that a client can send back what
-- it keeps.
create or replace function internal.check_variant_change(changed app.variants, input jsonb, field_prefix text,
  is_plan boolean default false) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_price constant numeric := coalesce((input ->> 'price')::numeric, changed.price);
  v_discount_price constant numeric := case
    when input ? 'discount_price' then (input ->> 'discount_price')::numeric
    else changed.discount_price end;
begin
  if v_discount_price >= v_price and input ->> 'discount_price' is null then
    perform internal.field_error('HT008', field_prefix || 'price', 'salePrice.price',
      jsonb_build_object('sale', changed.discount_price));
  elsif v_discount_price >= v_price then
    perform internal.field_error('HT008', field_prefix || 'discount_price', 'salePrice');
  end if;
  if input -> 'options' <> 'null'
    and (case when is_plan
      then internal.find_option_key(changed.store_id, input -> 'options', field_prefix, may_be_new => true)
      else internal.option_key(changed.store_id, input -> 'options', field_prefix) end) <> changed.option_key
  then
    perform internal.field_error('HT008', field_prefix || 'options', 'optionsFixed');
  end if;
end
$$;
