-- Opens the store that takes the place of a test store, with its settings.
-- Takes: the locked test store.
-- Gives: the new store, under a slug that holds until internal.hand_over_store.
create or replace function internal.open_successor(store app.stores) returns app.stores
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store app.stores;
begin
  v_store := internal.open_store(store.name, 'successor-of-' || store.id, store.timezone, store.currency_code,
    store.currency_symbol, true);
  update app.stores t set
    domain = store.domain,
    symbol_position = store.symbol_position,
    date_format = store.date_format,
    contact_phone = store.contact_phone,
    contact_email = store.contact_email,
    contact_whatsapp = store.contact_whatsapp,
    contact_address = store.contact_address,
    contact_map_url = store.contact_map_url,
    advance_payment_plans = store.advance_payment_plans,
    unpaid_order_hours = store.unpaid_order_hours,
    call_attempts_limit = store.call_attempts_limit,
    delivery_charges = store.delivery_charges,
    delivery_zones = store.delivery_zones,
    video_uploads_enabled = store.video_uploads_enabled
    where t.id = v_store.id returning * into v_store;
  return v_store;
end
$$;
