--! owner: haat_gatekeeper
-- Tells which emails are those of accounts of staff in this database, for a process that serves several databases:
-- where a person signs in, and whether an email that is given to a new account is taken elsewhere.
-- Takes: emails, as they were sent, and what is asked: where they sign in, or whether they are taken.
-- Gives: those of them that have an account here, as they were sent, or an empty list. Where they sign in: of a
-- company that is active, also of one that has gone to another database, which says so itself. Taken: of any company
-- that is here.
-- Raises: nothing.
-- see: guides/production#several-databases
create or replace function internal.known_emails(emails text[], are_taken boolean) returns text[]
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(array_agg(e.email), '{}')
    from unnest(emails) as e (email)
    where exists (
      select from app.staff t join app.companies c on c.id = t.company_id
      where t.email = lower(btrim(e.email))
        and case when are_taken then not internal.has_moved(t.company_id) else c.status = 'active' end);
end;
grant execute on function internal.known_emails(text[], boolean) to haat_staff_gateway, haat_dba;
