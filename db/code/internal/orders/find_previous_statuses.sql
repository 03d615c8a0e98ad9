-- Lists the statuses from which an order can come to a status by itself or by work on its parcel.
create or replace function internal.find_previous_statuses(status text) returns text[]
language sql stable
begin atomic
  select array_agg(t.from_status)
  from app.order_transitions t
  where t.to_status = find_previous_statuses.status and t.only_by is distinct from 'return';
end;
