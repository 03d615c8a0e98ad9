-- Row trigger: counts that the product really changed, so that its stored document is known to be out of date.
create or replace function internal.tg_products__count_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.child_changes := old.child_changes + 1;
  return new;
end
$$;
