-- Refuses the call because of one field: internal.fail for the common case.
create or replace function internal.field_error(code text, field text, problem text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.fail(field_error.code, field_error.field || ': ' || field_error.problem,
    jsonb_build_object(field_error.field, jsonb_build_array(field_error.problem)));
end
$$;
grant execute on function internal.field_error(text, text, text) to haat_api, haat_gatekeeper, haat_staff;
