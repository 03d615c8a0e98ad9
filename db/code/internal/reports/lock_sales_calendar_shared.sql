-- Keeps the time zone and the sales of a store from being rebuilt until the transaction ends.
--
-- A transaction that books on a day of the store's calendar holds this shared lock to its end. A rebuild takes the
-- lock alone, so it never meets a half-booked change. Bookings do not wait for each other.
create or replace function internal.lock_sales_calendar_shared(store_id uuid) returns void
language sql volatile
begin atomic
  select pg_catalog.pg_advisory_xact_lock_shared(
    pg_catalog.hashtextextended('sales ' || lock_sales_calendar_shared.store_id::text, 0));
end;
