-- Lists the statuses from which an order can come to a status, by whatever work.
create or replace function internal.find_previous_statuses(status text) returns text[]
language sql stable
begin atomic
  select array_agg(t.from_status)
  from app.order_transitions t
  where t.to_status = find_previous_statuses.status;
end;
