-- Refuses the call: raises an error that the client gets to read.
-- Takes: a code of class HT; the key of what is refused and what its sentence has in braces (internal.sentences); the
-- field that the sentence is of; a map of field to list of problems where there is more to say than that, each a code
-- that clients know, an object or internal.problem; in how many seconds to try again; and how many problems more there
-- are that the message does not tell.
-- see: guides/errors
--
-- The one way to refuse. db/README.md lists the codes; server/gate/errors.ts gives each its HTTP status.
create or replace function internal.fail(code text, key text, params jsonb default '{}', field text default null,
  fields jsonb default null, retry_after integer default null, others integer default 0) returns void
language plpgsql stable
as $$
declare
  v_refusal constant jsonb := internal.refusal(key, params, field, fields, others);
begin
  raise exception using
    errcode = fail.code,
    message = v_refusal ->> 'message',
    detail = (v_refusal - 'message' || jsonb_build_object('retry_after', retry_after))::text;
end
$$;
grant execute on function internal.fail(text, text, jsonb, text, jsonb, integer, integer)
  to haat_api, haat_gatekeeper, haat_staff;
