-- Makes ten recovery codes for an authenticator in place of those it has, and gives them: the hashes are kept only.
--
-- 80 random bits a code, so a code cannot be found by its hash.
create or replace function internal.new_recovery_codes(staff_id uuid) returns staff.recovery_sheet
language plpgsql volatile
set search_path = ''
as $$
declare
  v_codes constant text[] := array(
    select regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')
    from generate_series(1, 10));
begin
  update app.staff_authenticators a
    set recovery_code_hashes = array(
      select sha256(convert_to(replace(c, '-', ''), 'UTF8')) from unnest(v_codes) c)
    where a.staff_id = new_recovery_codes.staff_id;
  return row(v_codes);
end
$$;
