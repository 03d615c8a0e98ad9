-- Gives what a customer is before a line of an import: as the lines before it leave it, else as the table has it.
-- Takes: the customer (null: it is new), the line, and what is planned (see internal.plan_customers).
-- Gives: {full_name, phone, email, gender, status, addresses} as internal.imported_customer does.
create or replace function internal.customer_before(customer_id uuid, input jsonb, planned jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select coalesce(
    planned -> ('phone ' || internal.canonical_phone(input ->> 'phone')) -> 'fields',
    planned -> ('email ' || lower(nullif(btrim(input ->> 'email'), ''))) -> 'fields',
    (select jsonb_build_object('full_name', c.full_name, 'phone', c.phone, 'email', c.email, 'gender', c.gender,
        'status', c.status, 'addresses', '[]'::jsonb)
      from app.customers c where c.id = customer_before.customer_id),
    '{"status": "active", "gender": null, "addresses": []}');
end;
