-- Gives a customer as the API shows it: with every saved address, the default first, and its figures if wanted.
-- Takes: the customer and whether its figures are wanted.
-- see: reference/customers#get_customer
create or replace function internal.customer_detail(id uuid, with_stats boolean default false) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_customer app.customers;
  v_addresses json;
  v_stats json;
begin
  select * into v_customer from app.customers t where t.id = customer_detail.id;
  select json_agg(json_build_object(
      'id', a.id,
      'label', a.label,
      'recipient_name', a.recipient_name,
      'recipient_phone', a.recipient_phone,
      'address_line', a.address_line,
      'city', a.city,
      'area', a.area,
      'postal_code', a.postal_code,
      'is_default', a.is_default,
      'created_at', internal.timestamp_text(a.created_at),
      'updated_at', internal.timestamp_text(a.updated_at)) order by a.is_default desc, a.created_at, a.id)
    into v_addresses
    from app.customer_addresses a
    where a.store_id = v_customer.store_id and a.customer_id = v_customer.id;
  if with_stats then
    select json_build_object(
        'orders_count', count(*) filter (where s.owes),
        'total_spent', coalesce(
          sum(internal.spent_amount(o.store_id, o.id, o.total_amount, o.status)), 0)::numeric(16, 2)::text,
        'last_order_at', internal.timestamp_text(max(o.created_at) filter (where s.is_genuine)),
        'returned_count', count(*) filter (where s.stock = 'returning'))
      into v_stats
      from app.orders o join app.order_statuses s on s.status = o.status
      where o.store_id = v_customer.store_id and o.customer_id = v_customer.id;
  end if;
  return (
    select (left(d.document::text, -1) || ',"addresses":' || coalesce(v_addresses::text, '[]')
      || case when v_stats is not null then ',"stats":' || v_stats::text else '' end || '}')::json
    from internal.customer_documents(array[v_customer.id]) d
  );
end
$$;
grant execute on function internal.customer_detail(uuid, boolean) to haat_api;
