-- Refuses the call because of one field: internal.fail for the common case.
create or replace function internal.field_error(code text, field text, key text, params jsonb default '{}')
  returns void
language plpgsql stable
as $$
begin
  perform internal.fail(field_error.code, field_error.key, field_error.params, field_error.field);
end
$$;
grant execute on function internal.field_error(text, text, text, jsonb) to haat_api, haat_gatekeeper, haat_staff;
