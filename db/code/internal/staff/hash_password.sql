-- Takes: a new password and the field it came from.
-- Gives: its bcrypt hash.
-- Raises: HT008 when it is too short or too long.
--
-- bcrypt. It reads 72 bytes, so longer passwords are refused instead of being cut in silence.
create or replace function internal.hash_password(password text, field text default 'password') returns text
language plpgsql volatile
set search_path = ''
as $$
begin
  if coalesce(length(password), 0) < 10 then
    perform internal.field_error('HT008', field, 'must be at least 10 characters long');
  elsif octet_length(password) > 72 then
    perform internal.field_error('HT008', field, 'must be at most 72 bytes long');
  end if;
  return extensions.crypt(password, extensions.gen_salt('bf', 10));
end
$$;
