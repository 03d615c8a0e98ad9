-- Changes a customer (PATCH /customers/{id}). A call that changes nothing moves no updated_at and sends no event.
-- Takes: full_name, phone, email, status, gender, each optional. Absent fields stay; null clears phone, email and
-- gender.
-- Gives: the customer.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (id: was erased); HT008 (phone); 23505 (phone, email).
create or replace function api.update_customer(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_phone constant text := internal.canonical_phone(input ->> 'phone');
  v_id uuid;
  v_erased_at timestamptz;
  v_changed boolean;
begin
  select t.id, t.erased_at into v_id, v_erased_at
    from app.customers t
    where t.store_id = v_store_id and t.id = (input ->> 'id')::uuid
    for no key update;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "customer"}');
  end if;
  if v_erased_at is not null then
    perform internal.field_error('HT101', 'id', 'customerErased');
  end if;
  if input ->> 'phone' is not null and v_phone is null then
    perform internal.field_error('HT008', 'phone', 'phone');
  end if;
  update app.customers t set
    full_name = coalesce(btrim(input ->> 'full_name'), t.full_name),
    phone = case when input ? 'phone' then v_phone else t.phone end,
    email = case when input ? 'email' then lower(input ->> 'email') else t.email end,
    gender = case when input ? 'gender' then input ->> 'gender' else t.gender end,
    status = coalesce(input ->> 'status', t.status)
    where t.id = v_id
    returning old operator(pg_catalog.*<>) new into v_changed;
  if v_changed then
    perform internal.publish_customer(v_id);
  end if;
  return (select d.document from internal.customer_documents(array[v_id]) d);
end
$$;
grant execute on function api.update_customer(jsonb) to haat_api;
