-- Says whether what is reported of a parcel is known already, so that it changes nothing: couriers report twice, and
-- late.
-- Takes: the parcel, as it is under its lock, the report as internal.refuse_report has it, and what it states.
-- see: guides/connect-a-courier#reports
--
-- The state tells it, or, where the parcel went on since, the order's timeline, which keeps each report. A report that
-- was taken back (staff.undo_parcel_step) counts no more, and what staff restated is none. What the state would still
-- accept is asked of the state alone: a second attempt may fail as the first did, and an amount that staff took back
-- may be stated anew.
create or replace function internal.is_reported(parcel app.parcels, report text, input jsonb) returns boolean
language sql stable
set search_path = ''
begin atomic
  with told as (
    select t.action, t.to_status, t.detail from app.order_timeline t
    where t.store_id = parcel.store_id and t.order_id = parcel.order_id
      and t.detail ->> 'parcel_id' = parcel.id::text and t.action <> 'collection_restated'
      and t.id > coalesce((select u.id from app.order_timeline u
        where u.store_id = parcel.store_id and u.order_id = parcel.order_id and u.action = 'parcel_step_undone'
          and u.detail ->> 'parcel_id' = parcel.id::text
        order by u.id desc limit 1), '00000000-0000-0000-0000-000000000000')
  ), stated as (
    select (input ->> 'collected_amount')::numeric as amount,
      internal.line_units(nullif(input -> 'kept', 'null')) as kept,
      internal.line_units(nullif(input -> 'lines', 'null')) as received
  )
  select coalesce(case report
    when 'pickup' then parcel.is_pickup_recorded
    when 'delivered' then parcel.delivered_at is not null
      and not exists (select from app.order_items i where i.store_id = parcel.store_id
        and i.order_id = parcel.order_id and i.delivered_quantity < i.quantity)
      and (s.amount is null or s.amount = parcel.collected_amount
        or parcel.collected_amount is not null and exists (select from told t
          where not t.detail ? 'kept' and (t.detail ->> 'collected_amount')::numeric = s.amount))
    when 'partial_delivery' then parcel.delivered_at is not null and exists (select from told t
      where internal.line_units(t.detail -> 'kept') = s.kept
        and (s.amount is null or s.amount in (parcel.collected_amount, (t.detail ->> 'collected_amount')::numeric)))
    when 'failed' then parcel.status = 'delivery_failed'
      or parcel.status <> 'picked_up' and exists (select from told t where t.to_status = 'failed_delivery')
    when 'returning' then parcel.status = 'return_requested'
      or parcel.status not in ('picked_up', 'delivery_failed')
        and exists (select from told t where t.action = 'parcel_return_requested')
    when 'received' then parcel.status = 'received' and exists (select from told t
      where t.action = 'parcel_received' and internal.line_units(t.detail -> 'lines') is not distinct from s.received)
    when 'cancelled' then parcel.status = 'cancelled' end, false)
  from stated s;
end;
