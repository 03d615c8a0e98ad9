-- Units of the variant that customers took in the last 30 days, today included, and have not given back.
-- Raises: nothing.
--
-- From the sums of the reports: blocks of days, and what is not folded into them yet.
create or replace function staff.variants_sold_last_30_days(variant app.variants) returns bigint
language sql stable
set search_path = ''
begin atomic
  with window_of as (
    select internal.store_day(variant.store_id, internal.now()) as today
  )
  select (coalesce(sum(x.units), 0))::bigint
  from (
    select p.units_sold - p.units_returned as units
    from window_of w
    cross join lateral internal.sales_blocks(w.today - 29, w.today) b
    join app.product_sales p on p.company_id = variant.company_id and p.store_id = variant.store_id
      and p.days = b.days and p.starts_on = b.starts_on and p.variant_id = variant.id
    union all
    select c.units_sold - c.units_returned
    from window_of w
    join app.sales_changes c on c.company_id = variant.company_id and c.store_id = variant.store_id
      and c.day between w.today - 29 and w.today
    where c.variant_id = variant.id
  ) x;
end;
grant execute on function staff.variants_sold_last_30_days(app.variants) to haat_staff;
