-- How many days the available units last if as many are sold a day as in the last 30 days; null when none was sold.
-- Raises: nothing.
create or replace function staff.variants_days_left(variant app.variants) returns integer
language sql stable
set search_path = ''
begin atomic
  select floor(staff.variants_available(variant) * 30.0 / s.units)::integer
  from (select staff.variants_sold_last_30_days(variant) as units) s
  where s.units > 0;
end;
grant execute on function staff.variants_days_left(app.variants) to haat_staff;
