-- Gives what staff did to an object before a moment, the newest first, at most 200: its lines of the activity log, as
-- entries of a feed.
-- Takes: the company and the object, its name, and the time and id of the entry before which (null: from the newest
-- on).
--
-- What the timeline of an order tells is not told again.
create or replace function internal.feed_of_activity(company_id uuid, object_id uuid, object_name text,
  before_at timestamptz, before_id uuid) returns setof staff.feed_entry
language sql stable rows 20
set search_path = ''
begin atomic
  select a.id, a.created_at, a.actor_type, a.actor_name, a.object_type, a.object_id, feed_of_activity.object_name,
    split_part(a.action, '.', 2), a.before::text,
    case when a.action not like '%.noted' then a.after::text end,
    case when a.action like '%.noted' then a.after ->> 'note' end, null::jsonb
  from internal.readable_activity_log a
  where a.company_id = feed_of_activity.company_id and a.object_id = feed_of_activity.object_id
    and (a.object_type <> 'order' or a.action = 'order.noted')
    and (a.created_at, a.id) < (coalesce(feed_of_activity.before_at, 'infinity'),
      coalesce(feed_of_activity.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by a.created_at desc, a.id desc
  limit 200;
end;
grant execute on function internal.feed_of_activity(uuid, uuid, text, timestamptz, uuid) to haat_staff;
