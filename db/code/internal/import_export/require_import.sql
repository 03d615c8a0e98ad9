-- Refuses who may not take in a kind of records: products, customers or orders.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (kind).
create or replace function internal.require_import(store_id uuid, kind text) returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  case require_import.kind
    when 'products' then perform internal.require_permission('catalog.manage');
    when 'customers' then perform internal.require_permission('orders.manage');
    when 'orders' then perform internal.require_permission('orders.manage');
    else perform internal.field_error('HT008', 'kind', 'notAllowed.words', '{"words": "products, customers, orders"}');
  end case;
  perform internal.require_store(require_import.store_id);
end
$$;
grant execute on function internal.require_import(uuid, text) to haat_staff;
