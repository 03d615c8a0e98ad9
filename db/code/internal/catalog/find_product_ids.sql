--! owner: haat_gatekeeper
-- Finds, for the staff's search, the newest 500 products whose name or one of whose SKUs holds a text.
-- Takes: the text that was typed, and a store (null: all but the test stores).
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_product_ids(search text, store_id uuid default null) returns setof uuid
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select p.id
  from app.products p
  where p.company_id = internal.current_company_id()
    and p.store_id = any ((select internal.stores_in_reach(find_product_ids.store_id))::uuid[])
    and p.search_text like internal.like_pattern(find_product_ids.search)
  order by p.created_at desc, p.id desc
  limit 500;
end;
grant execute on function internal.find_product_ids(text, uuid) to haat_staff;
