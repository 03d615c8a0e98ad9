-- Gives the way of internal.page_ids to the orders that have a time for a call-back: from each store its next ones, by
-- an index that holds nothing else. Constant text only.
-- spec: GET /orders
create or replace function internal.follow_up_way() returns text
language sql immutable
return 'select t.id, t.created_at
   from unnest(case when $3 is null then $8 else array[$3] end) s (id)
   cross join lateral (
     select t.id, t.created_at
     from app.orders t
     where {scope} and t.store_id = s.id and t.follow_up_at is not null{filters}
     {order} limit $6
   ) t
   {order} limit $6';
grant execute on function internal.follow_up_way() to haat_gatekeeper;
