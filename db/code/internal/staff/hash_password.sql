-- Gives the bcrypt hash of a new password.
-- Takes: the password and the field it came from.
-- Raises: HT008 (it is too short or too long).
--
-- bcrypt reads 72 bytes, so a longer password is refused instead of being cut silently.
create or replace function internal.hash_password(password text, field text default 'password') returns text
language plpgsql volatile
set search_path = ''
as $$
begin
  if coalesce(length(password), 0) < 10 then
    perform internal.field_error('HT008', field, 'passwordShort');
  elsif octet_length(password) > 72 then
    perform internal.field_error('HT008', field, 'passwordLong');
  end if;
  return extensions.crypt(password, extensions.gen_salt('bf', 10));
end
$$;
