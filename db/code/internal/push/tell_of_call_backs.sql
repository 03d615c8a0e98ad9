--! owner: haat_gatekeeper
-- Timer: adds a notice of each call-back that became due since the last one, for the devices of who looks after the
-- order, or for all that want call-backs where none does. Gives how many. Safe to run twice.
-- see: guides/desk#notices
--
-- A device remembers up to when it was told (call_backs_upto), so each due time is told once. One that is locked,
-- since it is being removed or changed, is told the next time: were it gone, the foreign key would refuse the notices
-- of all.
create or replace function internal.tell_of_call_backs() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_told record;
begin
  with due as (
    select d.id as device_id, o.company_id, o.store_id, o.id as order_id
    from app.staff_push_devices d
    join app.stores s on s.company_id = d.company_id and not s.is_test
      and (d.store_id is null or s.id = d.store_id)
    join app.order_statuses t on t.stage = 'call_back'
    join app.orders o on o.store_id = s.id and o.status = t.status
      and o.follow_up_at > d.call_backs_upto and o.follow_up_at <= v_now
    where d.call_backs and not internal.has_moved(d.company_id)
      and (o.assignee_id is null or o.assignee_id = d.staff_id)
    for no key update of d skip locked
  ), told as (
    insert into app.push_notices (company_id, device_id, kind, store_id, order_id, created_at)
    select u.company_id, u.device_id, 'call_back', u.store_id, u.order_id, v_now from due u
    order by u.device_id
    on conflict on constraint push_notices_once do nothing
  ), moved as (
    update app.staff_push_devices d set call_backs_upto = v_now
    where d.id in (select u.device_id from due u)
  )
  select array_agg(distinct u.device_id) as device_ids, count(*)::integer as notices into v_told from due u;
  if v_told.device_ids is not null then
    perform internal.enqueue('push__send', json_build_object('device_ids', v_told.device_ids));
  end if;
  return v_told.notices;
end
$$;
grant execute on function internal.tell_of_call_backs() to haat_worker;
