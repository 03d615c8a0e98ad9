--! owner: haat_gatekeeper
-- Keeps moves of a company off until the transaction ends, and tells how it stands here.
-- Takes: the company.
-- Gives: served, unsettled (it left, and the other database has not said that it has it), left (for good), none; null:
-- a move holds it, or this is a standby, which may not know the last word.
--
-- Once the lock is given, no transaction of an earlier move can still be committed here: it held the lock too.
create or replace function internal.hold_move(company_id uuid) returns text
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if pg_is_in_recovery() or not pg_try_advisory_xact_lock(internal.mover_lock(hold_move.company_id)) then
    return null;
  end if;
  return coalesce(
    (select case when m.opened_at is null then 'unsettled' else 'left' end
      from internal.company_moves m where m.company_id = hold_move.company_id and m.state = 'moved'),
    (select 'served' from app.companies c where c.id = hold_move.company_id),
    'none');
end
$$;
grant execute on function internal.hold_move(uuid) to haat_worker;
