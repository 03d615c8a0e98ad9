-- Gives the profile of a store (GET /store); a company key must name it.
-- Raises: HT008, HT100 (store_id).
create or replace function api.get_store(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
begin
  return (
    select json_build_object(
      'id', s.id,
      'name', s.name,
      'slug', s.slug,
      'domain', s.domain,
      'currency', s.currency_code,
      'timezone', s.timezone,
      'contact', json_build_object(
        'phone', s.contact_phone,
        'email', s.contact_email,
        'whatsapp', s.contact_whatsapp,
        'address', s.contact_address,
        'map_url', s.contact_map_url),
      'localization', json_build_object(
        'currency_code', s.currency_code,
        'currency_symbol', s.currency_symbol,
        'symbol_position', s.symbol_position,
        'timezone', s.timezone,
        'date_format', s.date_format),
      'advance_payment_plans', s.advance_payment_plans,
      'delivery_charges', s.delivery_charges,
      'delivery_zones', s.delivery_zones)
    from app.stores s where s.id = v_store_id
  );
end
$$;
grant execute on function api.get_store(jsonb) to haat_api;
