-- Gives the names of a category and of those above it, from the top.
create or replace function internal.category_path(id uuid) returns jsonb
language sql stable
set search_path = ''
begin atomic
  with recursive above as (
    select c.parent_id, c.name, 0 as depth from app.categories c where c.id = category_path.id
    union all
    select c.parent_id, c.name, a.depth + 1 from above a join app.categories c on c.id = a.parent_id
  )
  select jsonb_agg(a.name order by a.depth desc) from above a;
end;
