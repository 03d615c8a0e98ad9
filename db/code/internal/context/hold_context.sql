--! owner: haat_gatekeeper
-- Has the proven settings of who acts believed without computing the proof again, until internal.leave_company.
-- see: guides/inside#who-acts
--
-- For a function that lets no statement of its caller run before it has left the company: every way out of it leaves
-- the company, or is an error, which undoes the settings. The number that says so is drawn at random and stands in two
-- places: in haat.proof, which is undone with the savepoint or the transaction, and as what this session last had from
-- a sequence that no login may read or set. The sequence itself is set back at once.
--
-- It would open this session also afterwards, so a login may not learn it. Drawn and written in one expression, it is
-- in no variable, and so a constant of no plan: a login may have plans printed (debug_print_plan).
create or replace function internal.hold_context() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if internal.context_setting('haat.company_id') is null then
    raise exception 'only proven settings can be held';
  end if;
  perform set_config('haat.proof', 'held ' || setval('internal.context_holds', greatest(1,
    ('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64)::bigint & 9223372036854775807)), true);
  -- "Not called" keeps what the session has.
  perform setval('internal.context_holds', 1, false);
end
$$;
grant execute on function internal.hold_context() to haat_api;
