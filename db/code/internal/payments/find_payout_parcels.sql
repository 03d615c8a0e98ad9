-- Finds the parcels that the lines of a payout mean, under the locks of their orders.
-- Takes: the store, the courier, the lines with what each settles of its parcel's cash, and the locked orders.
-- Gives: a parcel a line, in their order.
-- Raises: HT101 (lines, naming each that is wrong).
--
-- A line that came to mean a parcel of another order, while the locks were waited for, is ambiguous.
-- A line that settles nothing, because only charges are made, may name a parcel of which nothing is held.
create or replace function internal.find_payout_parcels(store_id uuid, courier_id uuid, sheet staff.payout_line[],
  order_ids uuid[]) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_parcel_ids uuid[];
  v_fields jsonb;
begin
  select array_agg(f.parcel_id order by f.line), jsonb_object_agg(format('lines.%s', f.line), jsonb_build_array(
      internal.problem(case l.finding
        when 'unknown' then 'payoutLine.unknown'
        when 'ambiguous' then 'payoutLine.ambiguous'
        when 'other_courier' then 'payoutLine.other_courier'
        when 'repeated' then 'payoutLine.repeated'
        when 'not_delivered' then 'payoutLine.not_delivered'
        when 'already_paid' then 'payoutLine.already_paid'
        when 'nothing_held' then 'payoutLine.nothing_held'
        when 'more' then 'payoutLine.more' end, jsonb_build_object('held', f.held))))
      filter (where l.finding not in ('matches', 'less')
        and not (f.amount = 0 and l.finding in ('not_delivered', 'already_paid', 'nothing_held')))
    into v_parcel_ids, v_fields
    from internal.match_payout(find_payout_parcels.courier_id, sheet, find_payout_parcels.store_id) f
    cross join lateral (
      select case when f.order_id <> all (order_ids) then 'ambiguous' else f.finding end as finding
    ) l;
  if v_fields is not null then
    perform internal.fail('HT101', 'payoutLine', fields => v_fields);
  end if;
  return v_parcel_ids;
end
$$;
