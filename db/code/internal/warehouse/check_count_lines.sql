-- Refuses (HT008) lines of a stock count that are not in the right form.
-- Takes: [{variant_id | sku, counted}] in units.
create or replace function internal.check_count_lines(lines jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_line record;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', 'lines', 'payoutLines.list', '{"most": 1000}');
  end if;
  for v_line in
    select w.n - 1 as n,
      case when w.item ->> 'variant_id' is not null
        then not pg_input_is_valid(w.item ->> 'variant_id', 'uuid')
        else w.item ->> 'sku' is null
      end as is_nameless,
      coalesce(
        jsonb_typeof(w.item -> 'counted') <> 'number'
        or (w.item ->> 'counted')::numeric not between 0 and 1000000000
        or (w.item ->> 'counted')::numeric <> trunc((w.item ->> 'counted')::numeric),
        true) as is_miscounted
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    order by w.n
  loop
    if v_line.is_nameless then
      perform internal.field_error('HT008', format('lines.%s.variant_id', v_line.n), 'badLine.variantOrSku');
    elsif v_line.is_miscounted then
      perform internal.field_error('HT008', format('lines.%s.counted', v_line.n), 'outOfRange.whole',
        '{"least": 0, "most": 1000000000}');
    end if;
  end loop;
end
$$;
