-- Row trigger: rebuilds the sales of a store with a new time zone, which puts deliveries and payments on other days.
create or replace function internal.tg_stores__rebuild_sales() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform internal.rebuild_sales(new.id);
  return null;
end
$$;
