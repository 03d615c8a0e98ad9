-- Refuses a batch of adjustments that is not in the right form.
-- Takes: the lines, each as POST /inventory/adjustments describes it.
-- Raises: HT008, of all lines at once.
create or replace function internal.check_adjustment_lines(lines jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_line record;
  v_detail text;
  v_problems jsonb := '[]';
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 500 then
    perform internal.field_error('HT008', 'lines', 'payoutLines.list', '{"most": 500}');
  end if;
  for v_line in
    select w.item, w.n::integer - 1 as place from jsonb_array_elements(lines) with ordinality as w (item, n)
  loop
    begin
      perform internal.check_adjustment(v_line.item);
    exception when sqlstate 'HT008' then
      get stacked diagnostics v_detail = pg_exception_detail;
      v_problems := v_problems || internal.line_problem('lines', v_line.place, 'HT008', v_detail);
    end;
  end loop;
  perform internal.refuse_lines(v_problems);
end
$$;
