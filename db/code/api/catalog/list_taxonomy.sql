-- Gives a page of categories, brands or attributes. A tool only.
-- Takes: kind, which of the lists, and what that list takes.
-- Raises: HT100 (store_id, cursor).
--
-- The case has no else: a kind that it does not know raises.
create or replace function api.list_taxonomy(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  case input ->> 'kind'
    when 'categories' then
      return api.list_categories(input);
    when 'brands' then
      return api.list_brands(input);
    when 'attributes' then
      return api.list_attributes(input);
  end case;
end
$$;
grant execute on function api.list_taxonomy(jsonb) to haat_api;
