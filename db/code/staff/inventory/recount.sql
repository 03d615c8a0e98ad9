-- Counts stock of a location in one step: each difference to what the ledger says becomes a new ledger row. Needs
-- inventory.manage.
-- Takes: location_id, what was counted there: lines [{variant_id | sku, counted}] in units, and the reason.
-- Gives: the levels.
-- Raises: in this order HT014 (permission), HT008 (lines, reason), HT100 (location_id), HT100 (a variant), HT008 (a
-- SKU of several stores, below the reserved units).
-- see: guides/stock#counting
--
-- A stock count like those of start_stock_count, started, saved and booked in one transaction under the locks of its
-- levels: on hand is then what was counted. Levels are locked in variant order, as everywhere.
create or replace function staff.recount(body jsonb) returns setof app.inventory_levels
language plpgsql volatile security definer rows 25
set search_path = ''
as $$
declare
  v_location_id constant uuid := body ->> 'location_id';
  v_count app.stock_counts;
begin
  perform internal.require_permission('inventory.manage');
  v_count := internal.start_stock_count(v_location_id, body ->> 'reason');
  perform internal.save_count_lines(v_count, body -> 'lines');
  perform internal.book_stock_count(v_count);
  return query select t.* from app.stock_count_lines l
    join app.inventory_levels t on t.variant_id = l.variant_id and t.location_id = v_location_id
    where l.count_id = v_count.id
    order by t.variant_id;
end
$$;
grant execute on function staff.recount(jsonb) to haat_staff;
