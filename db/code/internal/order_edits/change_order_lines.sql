-- Works out the lines of an order after changes of them. Writes nothing.
-- Takes: the locked order, its lines (internal.agreed_lines) and a list of changes as POST /orders/{id}/edit describes
-- them, or null.
-- Gives: the lines that it is to have. A line that stays keeps its number; one that is added has a higher one.
-- Raises: HT101 (order_item_id, variant_id, sku), HT008 (quantity), of all changes at once; HT008 (changes).
-- see: guides/edit-an-order#change-the-items
--
-- The case has no else: an action that it does not know raises.
create or replace function internal.change_order_lines(edited app.orders, lines internal.priced_line[], changes jsonb)
  returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_most constant integer := 200;
  v_item_ids constant uuid[] := array(
    select i.id from app.order_items i where i.order_id = edited.id order by i.line);
  v_added constant internal.priced_line[] := internal.price_added_lines(edited.store_id, changes);
  v_next integer := lines[cardinality(lines)].line;
  v_nth_added integer := 0;
  v_line internal.priced_line;
  v_change record;
  v_place integer;
  v_problems jsonb := '[]';
  v_detail text;
begin
  for v_change in
    select w.value, w.n - 1 as place
    from jsonb_array_elements(changes) with ordinality as w (value, n) order by w.n
  loop
    begin
      v_place := array_position(v_item_ids, (v_change.value ->> 'order_item_id')::uuid);
      case v_change.value ->> 'action'
        when 'add_item' then
          v_nth_added := v_nth_added + 1;
          v_line := v_added[v_nth_added];
          v_next := v_next + 1;
          v_line.line := v_next;
          perform internal.refuse_unsellable(v_line, v_change.value);
          lines := lines || internal.change_line(v_line, '{}');
        when 'change_item' then
          perform internal.require_line_of_order(edited, v_item_ids[v_place]);
          lines[v_place] := internal.change_line(lines[v_place], v_change.value);
        when 'remove_item' then
          perform internal.require_line_of_order(edited, v_item_ids[v_place], is_removed => true);
          lines[v_place].quantity := 0;
      end case;
    exception when sqlstate 'HT008' or sqlstate 'HT101' then
      get stacked diagnostics v_detail = pg_exception_detail;
      v_problems := v_problems || internal.line_problem('changes', v_change.place::integer, sqlstate, v_detail);
    end;
  end loop;
  perform internal.refuse_lines(v_problems);
  lines := array(select l from unnest(lines) l where l.quantity > 0 order by l.line);
  if cardinality(lines) not between 1 and v_most then
    perform internal.field_error('HT008', 'changes',
      case when cardinality(lines) = 0 then 'editNoItems' else 'atMost.items' end, jsonb_build_object('most', v_most));
  end if;
  return lines;
end
$$;
