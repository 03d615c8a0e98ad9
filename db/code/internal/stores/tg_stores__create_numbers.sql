-- Row trigger: gives a new store its own sequence of order numbers.
create or replace function internal.tg_stores__create_numbers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform internal.create_numbers(new.id);
  return null;
end
$$;
