--! owner: haat_gatekeeper
-- Lets the transaction write for a company: until it ends, the company cannot leave for another database.
-- Takes: the company.
-- Raises: HT018 (its writes wait for a moment: it is moving), HT019 (it has gone to another database).
-- see: guides/production#move-a-company
--
-- It never waits: a move that waits for the lock is enough to be refused, so that no new writer comes before it. It is
-- volatile, also for callers that are not: only then does the second question see what was committed before the lock
-- was given, and a move commits that the company has gone before it lets go of the lock.
create or replace function internal.require_company_here(company_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if not pg_try_advisory_xact_lock_shared(internal.moving_lock(require_company_here.company_id)) then
    perform internal.fail('HT018', 'companyMoving', retry_after => 1);
  end if;
  if internal.has_moved(require_company_here.company_id) then
    perform internal.fail('HT019', 'companyMoved', retry_after => 1);
  end if;
end
$$;
