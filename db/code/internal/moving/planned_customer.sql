-- Notes what a planned customer will have: phone and email, by which internal.find_planned_customer finds it.
-- Takes: the customer, its canonical phone and its email, and the email that it gives up; each may be null.
create or replace function internal.planned_customer(customer_id uuid, phone text, email text,
  old_email text default null) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(k.key, k.value), '{}')
  from (values
    ('email ' || nullif(old_email, lower(btrim(email))), ''),
    ('phone ' || phone, customer_id::text),
    ('email ' || lower(nullif(btrim(email), '')), customer_id::text),
    ('email of ' || customer_id, lower(nullif(btrim(email), '')))) as k (key, value)
  where k.key is not null and k.value is not null;
$$;
