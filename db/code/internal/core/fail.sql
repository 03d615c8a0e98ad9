-- Refuses the call: raises an error that the client gets to read.
-- Takes: a code of class HT, a message for people, a map of field to list of problems (or null) and in how many
-- seconds to try again (or null).
-- see: guides/errors
--
-- The one way to refuse. db/README.md lists the codes; server/gate/errors.ts gives each its HTTP status.
create or replace function internal.fail(code text, message text, fields jsonb default null,
  retry_after integer default null) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception using
    errcode = fail.code,
    message = fail.message,
    detail = jsonb_build_object('fields', fail.fields, 'retry_after', fail.retry_after)::text;
end
$$;
grant execute on function internal.fail(text, text, jsonb, integer)
  to haat_api, haat_gatekeeper, haat_staff;
