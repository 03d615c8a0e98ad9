-- Refuses a line whose variant does not exist or is not for sale.
-- Takes: the line as internal.find_lines gave it, the line as it was sent and a prefix for the name of the field.
-- Raises: HT101 naming variant_id or sku, whichever was sent.
create or replace function internal.refuse_unsellable(line internal.priced_line, item jsonb,
  field_prefix text default '') returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if line.is_for_sale is not true then
    perform internal.field_error('HT101',
      field_prefix || case when item ->> 'variant_id' is null then 'sku' else 'variant_id' end,
      case when line.variant_id is null then 'gone.storeVariant' else 'notSold' end);
  end if;
end
$$;
