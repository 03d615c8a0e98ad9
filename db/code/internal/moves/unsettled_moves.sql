--! owner: haat_gatekeeper
-- Gives the companies that have left, and of which the other database has not said that it has them: their moves are
-- at their last step, or ended within it.
-- Gives: the company, and where it goes.
create or replace function internal.unsettled_moves() returns table (company_id uuid, to_cell text)
language sql stable security definer rows 1
set search_path = ''
begin atomic
  select m.company_id, m.to_cell from internal.company_moves m where m.state = 'moved' and m.opened_at is null;
end;
grant execute on function internal.unsettled_moves() to haat_worker;
