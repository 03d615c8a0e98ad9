-- Row trigger: books a delivered order, or what changed in it, to sales_changes.
--
-- Lines and order may change in either order, but not in one statement: each trigger books what the other has not
-- seen.
create or replace function internal.tg_orders__book_sales() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.delivered_at is not null then
    perform internal.book_sales(old, -1);
  end if;
  if new.delivered_at is not null then
    perform internal.book_sales(new, 1);
  end if;
  return null;
end
$$;
