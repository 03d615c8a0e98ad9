-- Gives the SHA-256 of all that a ledger row says. Changing this function breaks every seal there is.
--
-- The columns are named one by one and the time goes in as a number, so that a column added later, or another TimeZone
-- or DateStyle, does not change what was sealed.
create or replace function internal.movement_digest(movement app.stock_movements) returns bytea
language sql stable parallel safe
begin atomic
  select pg_catalog.sha256(pg_catalog.convert_to(row(
    (movement).id, (movement).company_id, (movement).store_id, (movement).location_id, (movement).variant_id,
    (movement).sku, (movement).sequence, (movement).type,
    (movement).quantity_change, (movement).reserved_change, (movement).on_hand_after, (movement).reserved_after,
    (movement).reason, (movement).reference_type, (movement).reference_id, (movement).reference_number,
    (movement).unit_cost, (movement).average_cost_after,
    (movement).actor_type, (movement).actor_id, (movement).actor_name, (movement).request_id,
    extract(epoch from (movement).created_at))::text, 'UTF8'));
end;
grant execute on function internal.movement_digest(app.stock_movements) to haat_gatekeeper, haat_dba;
