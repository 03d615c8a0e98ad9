-- Gives the moment of an entry of a feed, by its id; null when there is none inside the fence.
create or replace function internal.feed_time(id uuid) returns timestamptz
language sql stable
set search_path = ''
begin atomic
  select coalesce(
    (select t.created_at from app.order_timeline t where t.id = feed_time.id),
    (select a.created_at from internal.readable_activity_log a where a.id = feed_time.id),
    (select m.created_at from app.stock_movements m where m.id = feed_time.id));
end;
grant execute on function internal.feed_time(uuid) to haat_staff;
