--! owner: haat_gatekeeper
-- Writes an entry "archived" into the timelines of orders whose entries leave: what reports, pages and the audit still
-- ask of those that it sums up. An order that has one of after these entries needs none.
-- Takes: the ids of the entries that leave, of one seal.
--
-- It sums up all that the order has by then (upto_id), so that it does not matter which of them are gone already.
-- An entry that is written meanwhile has a greater id, since the writers of an order wait for each other.
create or replace function internal.sum_up_timelines(entry_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into app.order_timeline (company_id, store_id, order_id, action, detail, prints, actor_type, actor_name)
  select k.company_id, k.store_id, k.order_id, 'archived', s.detail, s.prints, 'system', 'System'
  from (
    select distinct t.company_id, t.store_id, t.order_id from app.order_timeline t where t.id = any (entry_ids)
  ) k
  cross join lateral internal.timeline_summary(k.store_id, k.order_id) s
  where not exists (
    select from app.order_timeline a
    where a.store_id = k.store_id and a.order_id = k.order_id and a.action = 'archived'
      and not exists (
        select from app.order_timeline t
        where t.store_id = k.store_id and t.order_id = k.order_id and t.id = any (entry_ids)
          and t.id > (a.detail ->> 'upto_id')::uuid))
  order by k.order_id;
end
$$;
