-- Gives the largest number of options that a variant of a store has: so many columns an export needs.
create or replace function internal.count_options(store_id uuid) returns integer
language sql stable security definer
set search_path = ''
begin atomic
  select coalesce(max(o.options), 0)::integer
  from (
    select count(*) as options from app.variant_options t
    where t.store_id = count_options.store_id group by t.variant_id
  ) o;
end;
grant execute on function internal.count_options(uuid) to haat_staff;
