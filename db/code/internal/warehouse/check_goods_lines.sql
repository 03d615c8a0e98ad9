-- Refuses (HT008) lines of goods whose quantity or cost is not in the right form.
-- Takes: [{quantity, unit_cost?}], and whether each needs its cost.
create or replace function internal.check_goods_lines(lines jsonb, needs_cost boolean) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_line record;
begin
  for v_line in
    select w.n - 1 as n, (w.item ->> 'quantity')::bigint as quantity, (w.item ->> 'unit_cost')::numeric as unit_cost
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    order by w.n
  loop
    if v_line.quantity is null or v_line.quantity not between 1 and 1000000 then
      perform internal.field_error('HT008', format('lines.%s.quantity', v_line.n), 'outOfRange',
        '{"least": 1, "most": 1000000}');
    elsif v_line.unit_cost is null and needs_cost then
      perform internal.field_error('HT008', format('lines.%s.unit_cost', v_line.n), 'required');
    elsif v_line.unit_cost not between 0 and 9999999999.99 or v_line.unit_cost <> round(v_line.unit_cost, 2) then
      perform internal.field_error('HT008', format('lines.%s.unit_cost', v_line.n), 'amount');
    end if;
  end loop;
end
$$;
