-- Gives the blocks of app.product_sales that cover each day of a window once: wide ones inside, days at the ends.
create or replace function internal.sales_blocks(first_day date, last_day date)
  returns table (days smallint, starts_on date)
language plpgsql immutable rows 30
set search_path = ''
as $$
begin
  starts_on := first_day;
  while starts_on <= last_day loop
    days := case
      when (starts_on - date '1970-01-01') % 64 = 0 and starts_on + 63 <= last_day then 64
      when (starts_on - date '1970-01-01') % 8 = 0 and starts_on + 7 <= last_day then 8
      else 1
    end;
    return next;
    starts_on := starts_on + days;
  end loop;
end
$$;
grant execute on function internal.sales_blocks(date, date) to haat_api, haat_staff;
