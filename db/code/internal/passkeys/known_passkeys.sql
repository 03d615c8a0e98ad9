--! owner: haat_gatekeeper
-- Tells which credentials are passkeys of staff in this database, for a process that serves several databases.
-- Takes: ids of credentials, in base64url.
-- Gives: those of them that are here, also of a company that has gone to another database, which says so itself; or an
-- empty list.
-- Raises: nothing.
-- see: guides/production#several-databases
create or replace function internal.known_passkeys(credential_ids text[]) returns text[]
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(array_agg(g.id), '{}')
    from unnest(credential_ids) as g (id)
    where exists (
      select from app.staff_passkeys p where p.credential_id = internal.from_base64url(g.id));
end;
grant execute on function internal.known_passkeys(text[]) to haat_staff_gateway;
