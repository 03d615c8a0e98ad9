-- Says that you have an order open, which holds for half a minute: it is called again as long as that is so.
-- Takes: the id of the order.
-- Gives: names of the other staff members who have it open.
-- Raises: HT100 (order_id).
-- see: guides/desk#when-two-work-at-once
create or replace function staff.view_order(order_id uuid) returns text[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
begin
  if not exists (select from app.orders o where o.id = view_order.order_id) then
    perform internal.fail('HT100', 'gone', '{"thing": "order"}');
  end if;
  update app.staff_sessions s set viewed_order_id = view_order.order_id, viewed_at = v_now
    where s.id = internal.current_session_id();
  return array(
    select distinct t.full_name
    from app.staff_sessions s
    join app.staff t on t.id = s.staff_id
    where s.viewed_order_id = view_order.order_id and s.viewed_at > v_now - interval '30 seconds'
      and s.revoked_at is null and s.staff_id <> internal.current_actor_id()
    order by t.full_name);
end
$$;
grant execute on function staff.view_order(uuid) to haat_staff;
