-- Books a stock count: what was counted less what the ledger said then is added to what it says now.
-- Takes: the locked count.
-- Gives: the count.
-- Raises: HT008 (nothing was counted; a line would leave less than nothing, or less than orders have reserved).
--
-- So what was sold, received or moved between counting and booking stays as it was booked. Rows of type adjustment
-- under the id and number of the count: a shortage is a loss at the current average cost.
create or replace function internal.book_stock_count(stock_count app.stock_counts) returns app.stock_counts
language plpgsql volatile
set search_path = ''
as $$
declare
  v_count app.stock_counts;
  v_line app.stock_count_lines;
begin
  if not exists (select from app.stock_count_lines l where l.count_id = stock_count.id) then
    perform internal.field_error('HT008', 'lines', 'countNothing');
  end if;
  for v_line in
    select * from app.stock_count_lines l
    where l.count_id = stock_count.id and l.difference_quantity <> 0
    order by l.variant_id
  loop
    perform internal.adjust_stock(v_line.variant_id, stock_count.location_id,
      jsonb_build_object('quantity_change', v_line.difference_quantity, 'reason', stock_count.reason),
      stock_count.id, format('lines.%s.counted', v_line.line), stock_count.number);
  end loop;
  update app.stock_counts c set status = 'booked', ended_at = internal.now() where c.id = stock_count.id
    returning * into v_count;
  return v_count;
end
$$;
