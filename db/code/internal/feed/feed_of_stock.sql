-- Gives what people booked in the stock of a variant before a moment, the newest first, at most 200, as entries of a
-- feed. What orders reserve and take is in the feeds of the orders.
-- Takes: the variant, and the time and id of the entry before which (null: from the newest on).
create or replace function internal.feed_of_stock(variant app.variants, before_at timestamptz, before_id uuid)
  returns setof staff.feed_entry
language sql stable rows 20
set search_path = ''
begin atomic
  select m.id, m.created_at, m.actor_type, m.actor_name, 'stock', m.variant_id, m.sku, m.type,
    (m.on_hand_after - m.quantity_change)::text, m.on_hand_after::text, m.reason,
    jsonb_build_object('location_id', m.location_id, 'reference_type', m.reference_type,
      'reference_id', m.reference_id, 'reference_number', m.reference_number)
  from app.stock_movements m
  where m.variant_id = variant.id and m.type <> all (array['reservation', 'release', 'sale'])
    and (m.created_at, m.id) < (coalesce(feed_of_stock.before_at, 'infinity'),
      coalesce(feed_of_stock.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by m.created_at desc, m.id desc
  limit 200;
end;
grant execute on function internal.feed_of_stock(app.variants, timestamptz, uuid) to haat_staff;
