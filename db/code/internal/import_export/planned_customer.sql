-- Notes what a planned customer will have: phone and email, by which internal.find_planned_customer finds it.
-- Takes: the customer, its canonical phone and its email, and the email that it gives up; each may be null.
create or replace function internal.planned_customer(customer_id uuid, phone text, email text,
  old_email text default null) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(k.key, k.value), '{}')
  from lower(nullif(btrim(email), '')) as n (email)
  cross join lateral (values
    ('email ' || nullif(old_email, n.email), '{}'),
    ('phone ' || phone, jsonb_build_object('id', customer_id, 'email', n.email)),
    ('email ' || n.email, jsonb_build_object('id', customer_id))) as k (key, value)
  where k.key is not null;
$$;
