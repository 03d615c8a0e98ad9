-- Refuses an order with a line whose variant does not exist or is not for sale.
-- Takes: the priced lines and the lines as they were sent.
-- Raises: HT101 naming the first such line.
create or replace function internal.refuse_unsellable_line(lines internal.priced_line[], items jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_line internal.priced_line;
begin
  foreach v_line in array lines loop
    if v_line.is_for_sale is not true then
      perform internal.field_error('HT101', format('items.%s.%s', v_line.line,
          case when items -> v_line.line ->> 'variant_id' is null then 'sku' else 'variant_id' end),
        case when v_line.variant_id is null then 'gone.storeVariant' else 'notSold' end);
    end if;
  end loop;
end
$$;
