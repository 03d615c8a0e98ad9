-- How much work of each kind waits: of one store, or of all together. Each number stops at 1000.
-- Raises: nothing.
--
-- Every number is counted by the walk that its list takes, and no further than it is shown.
create or replace function staff.work_counts(store_id uuid default null) returns staff.work_counts
language plpgsql stable
set search_path = ''
as $$
declare
  v_counts staff.work_counts;
  v_of constant uuid := work_counts.store_id;
  v_stages constant jsonb := (select jsonb_object_agg(s.stage, s.orders) from internal.count_staged_orders(v_of) s);
begin
  v_counts.orders_today := cardinality(internal.find_orders_of_day(null, v_of, null, 1000));
  v_counts.my_orders := internal.count_own_orders(v_of);
  v_counts.new_orders := coalesce((v_stages ->> 'new')::integer, 0);
  v_counts.call_backs_due := cardinality(internal.find_call_backs_due(v_of, null, 1000));
  v_counts.on_hold := coalesce((v_stages ->> 'on_hold')::integer, 0);
  v_counts.to_pack := coalesce((v_stages ->> 'to_pack')::integer, 0);
  v_counts.to_book := internal.count_unbooked_orders(v_of);
  v_counts.to_hand_over := cardinality(internal.find_parcels('{to_hand_over}', v_of, null, null, 1000));
  v_counts.with_couriers := cardinality(internal.find_parcels('{with_courier,coming_back}', v_of, null, null, 1000));
  v_counts.parcels_coming_back := cardinality(internal.find_parcels('{coming_back}', v_of, null, null, 1000));
  v_counts.returns_requested := cardinality(internal.find_requested_returns(v_of, null, 1000));
  v_counts.refunds_owed := cardinality(internal.find_refunds_owed(v_of, null, 1000));
  v_counts.held_parcels := (select count(*) from internal.find_held_parcels(v_of, null, null, 1000));
  v_counts.about_to_lapse := cardinality(internal.find_lapsing_orders(v_of, null, 1000));
  v_counts.low_stock := internal.count_low_levels(v_of);
  v_counts.without_price := cardinality(internal.find_unpriced_products(v_of, null, 1000));
  v_counts.without_picture := cardinality(internal.find_products_without_image(v_of, null, 1000));
  v_counts.failing_webhooks := (select count(*) from (select from staff.failing_webhooks(v_of) limit 1000) x);
  return v_counts;
end
$$;
grant execute on function staff.work_counts(uuid) to haat_staff;
