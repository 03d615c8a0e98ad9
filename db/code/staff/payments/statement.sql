-- The statement of a window of at most 31 days for the accountant, by the calendar of each store, the oldest line
-- first: the orders delivered in it, the payments and refunds settled in it, and what couriers charged in it. Of one
-- store, or of all but the test stores. Null without payments.manage and without costs.read.
-- Gives: lines of [day, kind, store, order number, reference, with whom, goods, discount, not kept, delivery, tax,
-- amount, currency]; kind: order, payment, refund or courier_charge. What is given away is below 0. Of orders the
-- goods add up to the gross sales of the reports, with discounts and what was not kept to the net sales, with
-- delivery to the net revenue; payments and refunds to the money received.
-- Raises: HT008 (from, to).
create or replace function staff.statement(store_id uuid default null, "from" date default null,
  "to" date default null) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_most_days constant integer := 31;
  v_asked constant record := internal.report_days(store_id, statement."from", statement."to");
begin
  if not (internal.is_permitted('payments.manage') or internal.is_permitted('costs.read')) then
    return null;
  elsif v_asked.last_day - v_asked.first_day >= v_most_days then
    perform internal.field_error('HT008', case when statement."from" is null then 'to' else 'from' end,
      'reportWindow.days', jsonb_build_object('days', v_asked.last_day - v_asked.first_day + 1, 'most', v_most_days));
  end if;
  return (
    select coalesce(json_agg(json_build_array(
        (l.at at time zone s.timezone)::date, l.kind, s.name, l.number, l.reference, l.party,
        l.goods::text, (-l.discount)::text, (-l.not_kept)::text, l.shipping::text, l.tax::text, l.amount::text,
        s.currency_code) order by l.at, l.kind, l.id), '[]')
    from app.stores s
    cross join lateral (
      select s.id as store_id, v_asked.first_day::timestamp at time zone s.timezone as from_at,
        (v_asked.last_day + 1)::timestamp at time zone s.timezone as until_at
    ) w
    cross join lateral internal.statement_lines(w.store_id, w.from_at, w.until_at) l
    where s.id = any (v_asked.store_ids));
end
$$;
grant execute on function staff.statement(uuid, date, date) to haat_staff;
