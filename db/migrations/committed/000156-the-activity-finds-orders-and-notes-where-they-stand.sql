--! Previous: sha1:bb31788f0683ef63f541ffcd8074ccaf65ed7d95
--! Hash: sha1:58e21b7fc047965c7a26d07d4c610008c9fbea0a
--! Message: the activity finds orders and notes where they stand

--! split: 1-current.sql
-- The activity of people finds what was done to orders in their timeline: the newest of a company, those of a person.
-- What keys do to orders is no part of it, so that an order of a shop's program writes none of these.
create index if not exists order_timeline_acts_idx on app.order_timeline (company_id, created_at desc, id desc)
  where (actor_type = 'staff' or actor_name = 'Command line')
  and (detail ?| array['parcel_id', 'return_id', 'payment_id']) is not true;
create index if not exists order_timeline_actor_idx on app.order_timeline
  (company_id, actor_id, created_at desc, id desc)
  where actor_type = 'staff' or actor_name = 'Command line'
    or detail ?| array['parcel_id', 'return_id', 'payment_id'];
-- And what was done to parcels, returns and payments: the newest of a company, those of one. Not what a key's order
-- brings by itself.
create index if not exists order_timeline_part_acts_idx on app.order_timeline (company_id, created_at desc, id desc)
  where detail ?| array['parcel_id', 'return_id', 'payment_id']
  and (actor_type = 'staff' or actor_name = 'Command line' or actor_type = 'api_key' and action <> 'payment_recorded'
    and (action <> 'parcel_booked' or detail ? 'tracking_code'));
create index if not exists order_timeline_part_idx on app.order_timeline
  ((coalesce(detail ->> 'parcel_id', detail ->> 'return_id', detail ->> 'payment_id')::uuid))
  where coalesce(detail ->> 'parcel_id', detail ->> 'return_id', detail ->> 'payment_id')::uuid is not null;
-- And notes: the newest of a company, those of a record.
create index if not exists staff_notes_company_id_created_at_idx on app.staff_notes
  (company_id, created_at desc, id desc);
create index if not exists staff_notes_about_idx on app.staff_notes
  (company_id, (coalesce(order_id, customer_id, product_id)), created_at desc, id desc);
