-- Books a stock count of a location: each difference to what the ledger says becomes a new ledger row. Needs
-- inventory.manage.
-- Takes: the location, what was counted there [{variant_id | sku, counted}] in units, and the reason.
-- Gives: the levels.
-- Raises: in this order HT014 (permission), HT008 (lines, reason), HT100 (location_id), HT100 (a variant), HT008 (a
-- SKU of several stores, below the reserved units).
-- decisions: 6
--
-- The new rows are of type adjustment (a shortage is a loss at the current average cost). All rows of one count share
-- one adjustment id. Levels are locked in variant order, as everywhere.
create or replace function staff.recount(location_id uuid, lines jsonb, reason text)
  returns setof app.inventory_levels
language plpgsql volatile security definer rows 25
set search_path = ''
as $$
declare
  v_count_id constant uuid := uuidv7();
  v_line record;
  v_level_ids uuid[] := '{}';
begin
  perform internal.require_permission('inventory.manage');
  perform internal.check_count(lines, reason);
  if not exists (select from app.locations t where t.id = recount.location_id) then
    perform internal.field_error('HT100', 'location_id', 'is not a location of this company');
  end if;
  for v_line in
    select w.n - 1 as n, v.id as variant_id, (w.item ->> 'counted')::numeric::integer as counted,
      count(*) over (partition by w.n) as matches, count(*) over (partition by v.id) as times
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    left join lateral internal.find_line_variants(internal.current_store_ids(), w.item) v on true
    order by v.id nulls first
  loop
    if v_line.variant_id is null then
      perform internal.field_error('HT100', format('lines.%s', v_line.n), 'is not a variant of this company');
    elsif v_line.matches > 1 then
      perform internal.field_error('HT008', format('lines.%s.sku', v_line.n),
        'is the SKU of variants in several stores: give variant_id');
    elsif v_line.times > 1 then
      perform internal.field_error('HT008', format('lines.%s', v_line.n),
        'names a variant that another line names too');
    end if;
    v_level_ids := v_level_ids || internal.adjust_stock(v_line.variant_id, recount.location_id,
      jsonb_build_object('set_on_hand', v_line.counted, 'reason', btrim(recount.reason)),
      v_count_id, format('lines.%s.counted', v_line.n));
  end loop;
  return query select l.* from app.inventory_levels l where l.id = any (v_level_ids) order by l.variant_id;
end
$$;
grant execute on function staff.recount(uuid, jsonb, text) to haat_staff;
