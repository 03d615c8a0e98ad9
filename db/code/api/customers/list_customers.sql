-- Gives a page of customers without addresses (GET /customers).
-- Raises: HT008 (phone); HT100 (store_id, cursor).
create or replace function api.list_customers(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page record;
begin
  if input ->> 'phone' is not null and internal.canonical_phone(input ->> 'phone') is null then
    perform internal.field_error('HT008', 'phone', 'phone');
  end if;
  v_page := internal.list_page('customers', input);
  return internal.page_document(
    (select json_agg(d.document order by d.ordinal) from internal.customer_documents(v_page.ids) d),
    v_page.has_more,
    v_page.next_cursor);
end
$$;
grant execute on function api.list_customers(jsonb) to haat_api;
