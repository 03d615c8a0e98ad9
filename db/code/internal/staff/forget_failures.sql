-- Forgets the wrong attempts at an account, wherever they came from: the waits of its places end.
create or replace function internal.forget_failures(email text) returns void
language sql volatile
set search_path = ''
begin atomic
  delete from internal.sign_in_waits w
    where w.account = sha256(convert_to(forget_failures.email, 'UTF8')) and w.key not like 'address:%';
end;
