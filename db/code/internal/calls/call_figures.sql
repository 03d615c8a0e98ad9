-- Counts the calls of a store in a time: of each who recorded some, and in all (actor null).
-- Takes: the store, from when (inclusive) and until when (exclusive).
-- Gives: the actor; calls; orders: those that were called about; confirmed: those of which a call was a confirmation;
-- outcomes: how many calls ended how.
create or replace function internal.call_figures(store_id uuid, from_at timestamptz, until_at timestamptz)
  returns table (actor json, calls bigint, orders bigint, confirmed bigint, outcomes json)
language sql stable rows 20
set search_path = ''
begin atomic
  select
    case when grouping(k.actor_type) = 0 then json_build_object('type', k.actor_type, 'id', k.actor_id,
      'name', (array_agg(k.actor_name order by k.created_at desc))[1]) end,
    count(*), count(distinct k.order_id), count(distinct k.order_id) filter (where k.outcome = 'confirmed'),
    json_build_object(
      'confirmed', count(*) filter (where k.outcome = 'confirmed'),
      'no_answer', count(*) filter (where k.outcome = 'no_answer'),
      'switched_off', count(*) filter (where k.outcome = 'switched_off'),
      'wrong_number', count(*) filter (where k.outcome = 'wrong_number'),
      'will_call_back', count(*) filter (where k.outcome = 'will_call_back'),
      'refused', count(*) filter (where k.outcome = 'refused'),
      'asked_to_change', count(*) filter (where k.outcome = 'asked_to_change'))
  from app.order_calls k
  where k.store_id = call_figures.store_id
    and k.created_at >= call_figures.from_at and k.created_at < call_figures.until_at
  group by grouping sets ((), (k.actor_type, k.actor_id))
  order by grouping(k.actor_type) desc, count(*) desc, k.actor_type, k.actor_id;
end;
grant execute on function internal.call_figures(uuid, timestamptz, timestamptz) to haat_api, haat_staff;
