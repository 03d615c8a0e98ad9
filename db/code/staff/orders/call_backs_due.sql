-- Lists the orders whose call-back is due. The one that has waited longest comes first.
create or replace function staff.call_backs_due(store_id uuid default null) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from internal.readable_orders() t
  where t.status = 'follow_up' and t.follow_up_at <= (select internal.now())
    and t.store_id = any ((select internal.stores_in_reach(call_backs_due.store_id))::uuid[])
  order by t.follow_up_at, t.id;
end;
grant execute on function staff.call_backs_due(uuid) to haat_staff;
