--! owner: haat_gatekeeper
-- Has the proven settings of who acts believed without computing the proof again, until internal.leave_company.
-- see: guides/inside#who-acts
--
-- For a function that lets no statement of its caller run before it has left the company: every way out of it leaves
-- the company, or is an error, which undoes the settings. The number that says so is drawn at random and stands in two
-- places: in haat.proof, which is undone with the savepoint or the transaction, and as what this session last had from
-- a sequence that no login may read or set. The sequence itself is set back at once. Afterwards the number opens
-- nothing.
create or replace function internal.hold_context() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_number constant bigint := greatest(1,
    ('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64)::bigint & 9223372036854775807);
begin
  if internal.context_setting('haat.company_id') is null then
    raise exception 'only proven settings can be held';
  end if;
  perform setval('internal.context_holds', v_number);
  -- "Not called" keeps what the session has.
  perform setval('internal.context_holds', 1, false);
  perform set_config('haat.proof', 'held ' || v_number, true);
end
$$;
grant execute on function internal.hold_context() to haat_api;
