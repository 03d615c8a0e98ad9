-- Says what the courier charges by each line of a payout: what the line states, else what was agreed with it.
-- Takes: the parcel of each line, whose orders are locked, the lines, and the courier's rates (null: none).
-- Gives: [{line, parcel_id, kind, amount, agreed_amount}].
-- Raises: HT101 (lines, naming each that is wrong).
-- see: guides/money-of-an-order#what-was-agreed
--
-- The delivery and the return of a parcel are charged once. A parcel that no courier has taken is not charged.
-- Nothing is added to a line that says what came in: what is missing of the cash the courier holds still. Nor is it
-- for a parcel that comes back without a recorded pickup.
create or replace function internal.charge_payout(parcel_ids uuid[], lines jsonb, rates jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_charges jsonb;
  v_fields jsonb;
begin
  select coalesce(jsonb_agg(c.charges) filter (where c.charges is not null), '[]'),
      jsonb_object_agg(concat_ws('.', 'lines', l.line, c.charged_before || '_charge'), jsonb_build_array(p.problem))
        filter (where p.problem is not null)
    into v_charges, v_fields
    from internal.payout_lines(lines) l
    cross join lateral (select w.* from app.parcels w where w.id = parcel_ids[l.line + 1] limit 1) a
    cross join lateral internal.due_charges(rates, a, l.settled) d
    cross join lateral (
      select jsonb_agg(jsonb_build_object('line', l.line, 'parcel_id', a.id, 'kind', k.kind, 'amount', k.amount,
          'agreed_amount', k.agreed_amount) order by k.kind) as charges,
        min(k.kind) filter (where k.kind = any (d.charged_before)) as charged_before
      from internal.line_charges(l.charges, d.agreed,
        l.amount is null and (a.delivered_at is not null or a.is_pickup_recorded)) k
    ) c
    cross join lateral (
      select case
        when c.charged_before is not null then internal.problem('payoutLine.charged')
        when l.settled = 0 and c.charges is null then internal.problem('payoutLine.nothing')
        when l.settled = 0 and a.picked_up_at is null then internal.problem('payoutLine.waits') end as problem
    ) p;
  if v_fields is not null then
    perform internal.fail('HT101', 'payoutLine', fields => v_fields);
  end if;
  return (select coalesce(jsonb_agg(e.charge order by (e.charge ->> 'line')::integer, e.charge ->> 'kind'), '[]')
    from jsonb_array_elements(v_charges) l (charges) cross join jsonb_array_elements(l.charges) e (charge));
end
$$;
