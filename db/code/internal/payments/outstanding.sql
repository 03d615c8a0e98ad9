create or replace function internal.outstanding(store_id uuid, statuses text[]) returns staff.outstanding
language sql stable
set search_path = ''
begin atomic
  select count(*)::integer, coalesce(sum(t.due_amount), 0)::numeric(14, 2)
  from app.orders t
  where t.status = any (outstanding.statuses) and t.due_amount > 0 and (outstanding.store_id is null or t.store_id = outstanding.store_id);
end;
comment on function internal.outstanding(uuid, text[]) is 'Takes a store (null for all in reach) and order statuses; gives how many such orders still owe money, and how much.';
grant execute on function internal.outstanding(uuid, text[]) to haat_staff;
