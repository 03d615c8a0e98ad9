-- Takes: a status of orders.
-- Gives: those from which an order can come to it, by whatever work.
create or replace function internal.find_previous_statuses(status text) returns text[]
language sql stable
begin atomic
  select array_agg(m.from_status) from app.order_transitions m where m.to_status = find_previous_statuses.status;
end;
