-- Takes a location, what was counted there [{variant_id | sku, counted}] in units, and why; books each difference as
-- a new ledger row; gives the levels.
-- Needs inventory.manage.
-- Raises: HT014, HT008, HT100.
-- decisions: 6
--
-- A stock count: what was counted stands against what the ledger says, and only the difference is booked, as new rows
-- of type adjustment (a shortage is a loss at the current average cost). All rows of one count share one adjustment id.
-- Levels are taken in variant order, as everyone does. Refusals in order: permission (HT014), lines (HT008),
-- location (HT100), variant (HT100; HT008 when a SKU stands in several stores), below reserved (HT008).
create or replace function staff.recount(location_id uuid, lines jsonb, reason text) returns setof app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count_id constant uuid := uuidv7();
  v_line record;
  v_level_ids uuid[] := '{}';
begin
  perform internal.require_permission('inventory.manage');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', 'lines', 'must be a list of 1 to 1000 lines');
  elsif coalesce(btrim(reason), '') = '' or length(reason) > 1000 then
    perform internal.field_error('HT008', 'reason', 'is required, with at most 1000 characters');
  end if;
  for v_line in
    select w.n - 1 as n,
      case when w.item ->> 'variant_id' is not null then not pg_input_is_valid(w.item ->> 'variant_id', 'uuid') else w.item ->> 'sku' is null end as is_nameless,
      coalesce(jsonb_typeof(w.item -> 'counted') <> 'number' or (w.item ->> 'counted')::numeric not between 0 and 1000000000
        or (w.item ->> 'counted')::numeric <> trunc((w.item ->> 'counted')::numeric), true) as is_miscounted
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    order by w.n
  loop
    if v_line.is_nameless then
      perform internal.field_error('HT008', format('lines.%s.variant_id', v_line.n), 'one of variant_id and sku is required');
    elsif v_line.is_miscounted then
      perform internal.field_error('HT008', format('lines.%s.counted', v_line.n), 'must be a whole number from 0 to 1000000000');
    end if;
  end loop;
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
      perform internal.field_error('HT008', format('lines.%s.sku', v_line.n), 'is the SKU of variants in several stores: give variant_id');
    elsif v_line.times > 1 then
      perform internal.field_error('HT008', format('lines.%s', v_line.n), 'names a variant that another line names too');
    end if;
    v_level_ids := v_level_ids || internal.adjust_stock(v_line.variant_id, recount.location_id, 'adjustment', null, v_line.counted, null,
      btrim(recount.reason), null, null, v_count_id, format('lines.%s.counted', v_line.n));
  end loop;
  return query select l.* from app.inventory_levels l where l.id = any (v_level_ids) order by l.variant_id;
end
$$;
grant execute on function staff.recount(uuid, jsonb, text) to haat_staff;
