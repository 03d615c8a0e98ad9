-- Changes a store's profile and settings. What is left out stays; an empty text clears. Needs settings.manage.
-- Takes: status closed or suspended takes the store from its API keys at once; call_attempts_limit 0 is no limit;
-- delivery_zones replace the whole table.
-- Raises: HT014 (permission), HT008 (timezone, delivery_zones), HT100 (id), HT101 (expected_updated_at).
create or replace function staff.update_store(
  id uuid,
  name text default null,
  domain text default null,
  status text default null,
  currency_symbol text default null,
  symbol_position text default null,
  timezone text default null,
  date_format text default null,
  contact_phone text default null,
  contact_email text default null,
  contact_whatsapp text default null,
  contact_address text default null,
  contact_map_url text default null,
  advance_payment_plans staff.advance_payment_plan[] default null,
  unpaid_order_hours integer default null,
  video_uploads_enabled boolean default null,
  expected_updated_at timestamptz default null,
  call_attempts_limit integer default null,
  delivery_charges text default null,
  delivery_zones staff.delivery_zone[] default null
) returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.stores;
  v_store app.stores;
begin
  perform internal.require_permission('settings.manage');
  perform internal.require_timezone(update_store.timezone);
  select * into v_before from app.stores t where t.id = update_store.id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "store"}');
  end if;
  perform internal.refuse_outdated(update_store.expected_updated_at, v_before.updated_at, v_before.id);
  update app.stores t set
    name = coalesce(btrim(update_store.name), t.name),
    domain = internal.changed_text(update_store.domain, t.domain),
    status = coalesce(update_store.status, t.status),
    currency_symbol = coalesce(btrim(update_store.currency_symbol), t.currency_symbol),
    symbol_position = coalesce(update_store.symbol_position, t.symbol_position),
    timezone = coalesce(update_store.timezone, t.timezone),
    date_format = coalesce(btrim(update_store.date_format), t.date_format),
    contact_phone = internal.changed_text(update_store.contact_phone, t.contact_phone),
    contact_email = internal.changed_text(update_store.contact_email, t.contact_email),
    contact_whatsapp = internal.changed_text(update_store.contact_whatsapp, t.contact_whatsapp),
    contact_address = internal.changed_text(update_store.contact_address, t.contact_address),
    contact_map_url = internal.changed_text(update_store.contact_map_url, t.contact_map_url),
    advance_payment_plans = case
      when update_store.advance_payment_plans is null then t.advance_payment_plans
      else (
        select coalesce(jsonb_agg(jsonb_build_object('percent', p.percent, 'note', p.note) order by p.n), '[]')
        from unnest(update_store.advance_payment_plans) with ordinality as p (percent, note, n)) end,
    unpaid_order_hours = coalesce(update_store.unpaid_order_hours, t.unpaid_order_hours),
    call_attempts_limit = nullif(coalesce(update_store.call_attempts_limit, t.call_attempts_limit), 0),
    video_uploads_enabled = coalesce(update_store.video_uploads_enabled, t.video_uploads_enabled),
    delivery_charges = coalesce(update_store.delivery_charges, t.delivery_charges),
    delivery_zones = internal.changed_delivery_zones(update_store.delivery_zones, t.delivery_zones,
      coalesce(update_store.delivery_charges, t.delivery_charges) = 'by_zone')
    where t.id = v_before.id returning * into v_store;
  return v_store;
end
$$;
grant execute on function staff.update_store(uuid, text, text, text, text, text, text, text, text, text, text, text,
  text, staff.advance_payment_plan[], integer, boolean, timestamptz, integer, text, staff.delivery_zone[])
  to haat_staff;
