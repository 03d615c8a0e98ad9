-- Gives one customer with every saved address (GET /customers/{id}).
-- Takes: expand is a list of stats.
-- Raises: HT100 (store_id, id).
create or replace function api.get_customer(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_id uuid;
begin
  select c.id into v_id
    from app.customers c
    where c.id = (input ->> 'id')::uuid and (v_store_id is null or c.store_id = v_store_id);
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "customer"}');
  end if;
  return internal.customer_detail(v_id, coalesce(input -> 'expand' ? 'stats', false));
end
$$;
grant execute on function api.get_customer(jsonb) to haat_api;
