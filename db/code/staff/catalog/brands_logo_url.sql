-- The address of its logo; null without one.
-- Raises: nothing.
create or replace function staff.brands_logo_url(brand app.brands) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(brand.logo);
end;
grant execute on function staff.brands_logo_url(app.brands) to haat_staff;
