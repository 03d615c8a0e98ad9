-- Row trigger of append-only tables: sets created_at.
create or replace function internal.tg__stamp_created_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.created_at := coalesce(new.created_at, internal.now());
  return new;
end
$$;
