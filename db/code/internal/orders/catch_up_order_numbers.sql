-- Sets the sequence of a store's order numbers past the numbers that are in use, where it has fallen behind them: a
-- logical upgrade of Postgres brings rows and no sequences.
-- Takes: the store, and the date on its calendar for which a number is needed.
--
-- Only an order whose number was taken comes by here. Those that do queue, so that none sets the sequence back behind
-- one that has drawn meanwhile. A number holds its date, so only orders of that date can have taken one; a calendar is
-- less than a day apart from any other.
create or replace function internal.catch_up_order_numbers(store_id uuid, store_date date) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_since constant timestamptz := (store_date - 1)::timestamp at time zone 'UTC';
  v_latest bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('order numbers ' || catch_up_order_numbers.store_id, 0));
  select max(split_part(o.number, '-', 3)::bigint) into v_latest
    from app.orders o
    where o.store_id = catch_up_order_numbers.store_id and o.created_at >= v_since;
  if coalesce(pg_sequence_last_value(internal.order_numbers(catch_up_order_numbers.store_id)), 0) < v_latest then
    perform setval(internal.order_numbers(catch_up_order_numbers.store_id), v_latest);
  end if;
end
$$;
