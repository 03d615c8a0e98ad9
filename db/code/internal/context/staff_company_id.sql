-- Gives the company of the staff member who acts, or null while the member has to choose a password or to set up
-- two-factor sign-in first: such a member sees no row of the company. The few procedures for that run as the owner.
-- see: guides/inside#who-acts
--
-- Not inlined, on purpose: internal.current_company_id is used in every policy, also where no staff member acts.
create or replace function internal.staff_company_id() returns uuid
language plpgsql stable
as $$
begin
  if internal.context_setting('haat.is_limited') is not null then
    return null;
  end if;
  return internal.context_setting('haat.company_id')::uuid;
end
$$;
grant execute on function internal.staff_company_id()
  to haat_api, haat_gatekeeper, haat_staff, haat_worker, haat_dba;
