-- What staff changed of the product and its variants, and what was booked in their stock: the newest first.
-- At most 200; those before an entry come with starting_after.
-- Raises: nothing.
create or replace function staff.products_feed(product app.products, starting_after uuid default null)
  returns setof staff.feed_entry
language sql stable rows 50
set search_path = ''
begin atomic
  with cursor_of as materialized (select internal.feed_time(products_feed.starting_after) as at)
  select f.*
  from cursor_of c
  cross join lateral (
    select a.* from internal.feed_of_activity(
      product.company_id, product.id, product.name, c.at, products_feed.starting_after) a
    union all
    select e.*
    from app.variants v
    cross join lateral (
      select a.* from internal.feed_of_activity(v.company_id, v.id, v.sku, c.at, products_feed.starting_after) a
      union all
      select m.* from internal.feed_of_stock(v, c.at, products_feed.starting_after) m
    ) e
    where v.store_id = product.store_id and v.product_id = product.id
  ) f
  where products_feed.starting_after is null or c.at is not null
  order by f.at desc, f.id desc
  limit 200;
end;
grant execute on function staff.products_feed(app.products, uuid) to haat_staff;
