-- Sets the sheet that a courier sends with its payout beside our books, line by line. Nothing is written:
-- internal.record_payout books it. Of one store, or of all but the test stores.
-- Raises: HT100 (courier_id).
--
-- Where a code names parcels of several stores, the one whose cash the courier holds is meant, if it is one.
create or replace function internal.compare_payout(courier_id uuid, lines staff.payout_line[],
  store_id uuid default null) returns staff.payout_comparison
language plpgsql stable
set search_path = ''
as $$
declare
  v_found staff.payout_comparison;
  v_rates constant jsonb := internal.find_rates(compare_payout.courier_id);
begin
  if not exists (select from app.couriers c where c.id = compare_payout.courier_id) then
    perform internal.fail('HT100', 'gone', '{"thing": "courier"}');
  end if;
  v_found.lines := array(
    select row(f.line, f.code, coalesce(f.amount, f.held), f.finding, f.parcel_id, f.order_id, o.number, f.held,
      coalesce(f.amount, f.held) - f.held, (
        select sum(d.value::numeric)
        from app.parcels p
        cross join lateral internal.due_charges(v_rates, p, coalesce(f.amount, f.held)) c
        cross join lateral jsonb_each_text(c.agreed) d
        where p.id = f.parcel_id), o.store_id)::staff.payout_match
    from internal.match_payout(compare_payout.courier_id, lines, compare_payout.store_id) f
    left join app.orders o on o.id = f.order_id
    order by f.line);
  v_found.totals := array(
    select row(m.finding, count(*), sum(m.amount))::staff.payout_total
    from unnest(v_found.lines) m group by m.finding order by m.finding);
  select coalesce(sum(m.amount), 0) into v_found.sheet_amount from unnest(v_found.lines) m;
  return v_found;
end
$$;
