-- Gives the bcrypt hash of a new password.
-- Takes: the password and the field it came from.
-- Raises: HT008 (it is too short or too long).
--
-- bcrypt reads 72 bytes, so a longer password is refused instead of being cut silently.
create or replace function internal.hash_password(password text, field text default 'password') returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_least_characters constant integer := 10;
  v_most_bytes constant integer := 72;
begin
  if coalesce(length(password), 0) < v_least_characters then
    perform internal.field_error('HT008', field, 'passwordShort',
      jsonb_build_object('least', v_least_characters));
  elsif octet_length(password) > v_most_bytes then
    perform internal.field_error('HT008', field, 'passwordLong', jsonb_build_object('most', v_most_bytes));
  end if;
  return extensions.crypt(password, extensions.gen_salt('bf', 10));
end
$$;
