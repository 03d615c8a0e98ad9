-- Row trigger: gives a new store its own sequence of order numbers.
create or replace function internal.tg_stores__create_numbers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  execute format('create sequence numbers.%I start 1001', 'orders_' || replace(new.id::text, '-', ''));
  return null;
end
$$;
