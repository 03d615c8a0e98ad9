-- Refuses one passkey more where a staff member has ten, or has to choose a password of their own first.
-- Raises: HT101.
create or replace function internal.refuse_more_passkeys(staff_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_staff app.staff;
begin
  select * into v_staff from app.staff t where t.id = refuse_more_passkeys.staff_id for update;
  if v_staff.password_expires_at is not null then
    perform internal.fail('HT101', 'passwordFirst');
  elsif (select count(*) from app.staff_passkeys p where p.staff_id = v_staff.id) >= 10 then
    perform internal.fail('HT101', 'passkeysFull');
  end if;
end
$$;
