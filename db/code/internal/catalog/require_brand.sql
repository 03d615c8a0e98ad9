-- Refuses an operation on a brand that its store does not have.
-- Raises: HT100.
create or replace function internal.require_brand(id uuid, store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from app.brands b
    where b.store_id = require_brand.store_id and b.id = require_brand.id)
  then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "brand"}');
  end if;
end
$$;
