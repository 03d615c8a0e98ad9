--! owner: haat_gatekeeper
-- Ends the last step of a move that was cut off between its two commits: the company has left for good, or works here
-- again.
-- Takes: the company, and whether the other database has it. The caller holds it in both (internal.hold_move).
-- Gives: whether there was something to end.
create or replace function internal.settle_move(company_id uuid, is_there boolean) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if internal.hold_move(settle_move.company_id) is distinct from 'unsettled' then
    return false;
  elsif is_there then
    update internal.company_moves m set opened_at = clock_timestamp() where m.company_id = settle_move.company_id;
  else
    delete from internal.company_moves m where m.company_id = settle_move.company_id;
  end if;
  return true;
end
$$;
grant execute on function internal.settle_move(uuid, boolean) to haat_worker;
