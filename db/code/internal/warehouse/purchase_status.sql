-- Gives the status that a purchase has by what came of it, as long as it is not closed.
create or replace function internal.purchase_status(purchase_id uuid) returns text
language sql stable
set search_path = ''
begin atomic
  select case
    when bool_and(l.received_quantity = 0) then 'open'
    when bool_and(l.received_quantity >= l.quantity) then 'received'
    else 'partly_received' end
  from app.purchase_lines l
  where l.purchase_id = purchase_status.purchase_id;
end;
grant execute on function internal.purchase_status(uuid) to haat_dba;
