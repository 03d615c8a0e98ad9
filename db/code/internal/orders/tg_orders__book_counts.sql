-- Row trigger: books to order_count_changes what an order adds to its status, and takes from the one before.
create or replace function internal.tg_orders__book_counts() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status then
    insert into app.order_count_changes (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
    values (new.company_id, new.store_id, new.status, 0, new.total_amount - old.total_amount,
      (new.due_amount > 0)::integer - (old.due_amount > 0)::integer, new.due_amount - old.due_amount);
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into app.order_count_changes (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
    values (old.company_id, old.store_id, old.status, -1, -old.total_amount, -(old.due_amount > 0)::integer,
      -old.due_amount);
  end if;
  insert into app.order_count_changes (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
  values (new.company_id, new.store_id, new.status, 1, new.total_amount, (new.due_amount > 0)::integer,
    new.due_amount);
  return null;
end
$$;
