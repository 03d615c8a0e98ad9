-- Gives the name of what was done to an order, its parcel, return or money by a row of its timeline, as noun.verb;
-- null for what is no act of people, or is told by another row.
-- Takes: of a row of app.order_timeline what its columns of these names say.
--
-- People are staff, and who uses the command line. Of keys it tells what they report of parcels, returns and refunds;
-- their orders are in the timeline alone. A status that a parcel or return brings is told by that. Not in SQL, as
-- internal.activity_action.
create or replace function internal.timeline_act(action text, actor_type text, actor_name text, from_status text,
  to_status text, detail jsonb) returns text
language plpgsql immutable parallel safe
as $$
begin
return case
  when actor_type = 'api_key' and (detail ?| '{parcel_id,return_id,payment_id}') is not true then null
  when actor_type = 'api_key' and action = 'payment_recorded' then null
  when actor_type = 'system' and actor_name <> 'Command line' then null
  when action = 'status_changed' then case
    when detail ? 'return_id' then null
    when detail ? 'parcel_id' then case to_status
      when 'delivered' then case when detail ? 'kept' then 'parcel.delivered_in_part' else 'parcel.delivered' end
      when 'failed_delivery' then 'parcel.delivery_failed' end
    when to_status = 'cancelled' then 'order.cancelled'
    when from_status = 'returned' and to_status = 'ready_to_ship' then 'order.sent_again'
    else 'order.status_changed' end
  when action in ('updated', 'edited') then 'order.updated'
  when action in ('attached', 'detached') then case
    when detail ? 'return_id' then 'return.' when detail ? 'payment_id' then 'payment.' else 'order.' end || action
  when action in ('created', 'assigned', 'called') then 'order.' || action
  -- What an order that is sent by hand gets for itself has no tracking code, not even none.
  when action = 'parcel_booked' then case when detail ? 'tracking_code' then 'parcel.booked' end
  when action = 'collection_stated' then 'parcel.delivered'
  when action in ('cash_written_off', 'collection_restated', 'delivered_in_part') then 'parcel.' || action
  when action ~ '^(parcel|payment|return)_' then regexp_replace(action, '_', '.')
end;
end
$$;
grant execute on function internal.timeline_act(text, text, text, text, text, jsonb)
  to haat_staff, haat_dba, haat_gatekeeper;
