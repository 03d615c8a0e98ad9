-- Sets what a courier has agreed to charge, by districts and areas: the whole table, or none. Payouts that are
-- recorded from then on go by it. Needs settings.manage.
-- Takes: amounts in the currency of the stores, left out for none; expected_updated_at of the rates as they were read.
-- Raises: HT014 (permission), HT100 (courier_id), HT101 (expected_updated_at), HT008 (rates).
-- see: guides/money-of-an-order#what-was-agreed
create or replace function staff.set_courier_rates(courier_id uuid, rates staff.agreed_rate[],
  expected_updated_at timestamptz default null) returns app.courier_rates
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.courier_rates;
  v_after app.courier_rates;
  v_rates jsonb;
begin
  perform internal.require_permission('settings.manage');
  -- The courier is locked, so that two who set its first rates come one after the other.
  perform from app.couriers c where c.id = set_courier_rates.courier_id for no key update;
  if not found then
    perform internal.fail('HT100', 'gone', '{"thing": "courier"}');
  end if;
  select * into v_before from app.courier_rates r where r.courier_id = set_courier_rates.courier_id;
  perform internal.refuse_outdated(set_courier_rates.expected_updated_at, v_before.updated_at,
    set_courier_rates.courier_id);
  select coalesce(jsonb_agg(jsonb_build_object(
      'name', btrim(r.name),
      'places', internal.trimmed_places(r.places),
      'delivery_charge', coalesce(r.delivery_charge, 0)::numeric(12, 2)::text,
      'included_grams', coalesce(r.included_grams, 0),
      'per_kg_charge', coalesce(r.per_kg_charge, 0)::numeric(12, 2)::text,
      'cod_percent', coalesce(r.cod_percent, 0)::numeric(5, 2)::text,
      'return_charge', coalesce(r.return_charge, 0)::numeric(12, 2)::text) order by r.n), '[]')
    into v_rates
    from unnest(set_courier_rates.rates) with ordinality as r (name, places, delivery_charge, included_grams,
      per_kg_charge, cod_percent, return_charge, n);
  perform internal.check_places('rates', v_rates, v_rates <> '[]');
  if v_rates = v_before.rates then
    return v_before;
  end if;
  insert into app.courier_rates as r (courier_id, company_id, rates)
  values (set_courier_rates.courier_id, internal.current_company_id(), v_rates)
  on conflict on constraint courier_rates_pkey do update set rates = excluded.rates
  returning * into v_after;
  return v_after;
end
$$;
grant execute on function staff.set_courier_rates(uuid, staff.agreed_rate[], timestamptz) to haat_staff;
