-- The one way to refuse. The code is one of class HT (db/README.md lists them); server/errors.ts gives it its HTTP status.
create or replace function internal.fail(code text, message text, fields jsonb default null) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  raise exception using
    errcode = fail.code,
    message = fail.message,
    detail = coalesce(jsonb_build_object('fields', fail.fields)::text, '');
end
$$;
comment on function internal.fail(text, text, jsonb) is 'Takes a code of class HT, a text for people and a map of field to list of problems (or null). Always raises. spec: Errors';
grant execute on function internal.fail(text, text, jsonb) to haat_api, haat_gatekeeper, haat_staff, haat_worker;
