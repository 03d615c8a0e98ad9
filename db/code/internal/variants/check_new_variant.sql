-- Refuses a new variant whose options are wrong.
-- Takes: the store, the variant's fields, the option keys that other variants of the product have, and a prefix for
-- field names; and whether an import is only planned: names of options may then be new, and nothing is locked.
-- Gives: the variant's option key.
-- Raises: HT008; HT101, also for options that another variant has.
-- see: reference/products#create_product
create or replace function internal.check_new_variant(store_id uuid, input jsonb, option_keys text[],
  field_prefix text, is_plan boolean default false) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_options constant jsonb := coalesce(nullif(input -> 'options', 'null'), '[]');
  v_key text;
begin
  v_key := case when is_plan
    then internal.find_option_key(check_new_variant.store_id, v_options, field_prefix, may_be_new => true)
    else internal.option_key(check_new_variant.store_id, v_options, field_prefix) end;
  if v_key = any (option_keys) then
    perform internal.field_error('HT101', field_prefix || 'options', 'optionsTaken');
  end if;
  return v_key;
end
$$;
