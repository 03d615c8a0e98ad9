-- Lists the statuses in which an order may be edited: its goods are held for it and have not been handed over.
-- see: guides/edit-an-order#when-it-may-be-edited
create or replace function internal.editable_statuses() returns text[]
language sql stable
begin atomic
  select array_agg(s.status order by s.position) from app.order_statuses s where s.is_open and not s.is_shipped;
end;
grant execute on function internal.editable_statuses() to haat_staff;
