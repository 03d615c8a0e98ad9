-- What a courier may charge for a parcel by the rates that were agreed, half-up to the poisha. No other place says it.
-- Takes: its rates as app.courier_rates keeps them, the parcel, the address of its order, and what is settled of its
-- cash.
-- Gives: {delivery, cod, return}; null without rates.
-- see: guides/money-of-an-order#what-was-agreed
--
-- A parcel has its delivery charged once it was delivered or is on its way back undelivered; the latter is charged for
-- coming back too. One that was not weighed has no charge by weight. A kilogram that is begun counts.
create or replace function internal.agreed_charges(rates jsonb, parcel app.parcels, address json, settled numeric)
  returns jsonb
language sql immutable
begin atomic
  select jsonb_build_object(
    'delivery', case when w.is_over or w.comes_back then (z.rate ->> 'delivery_charge')::numeric
      + (z.rate ->> 'per_kg_charge')::numeric * ceil(greatest(0,
          coalesce(parcel.weight_grams, 0) - (z.rate ->> 'included_grams')::numeric) / 1000) else 0 end,
    'cod', round(settled * (z.rate ->> 'cod_percent')::numeric / 100, 2),
    'return', case when w.comes_back then (z.rate ->> 'return_charge')::numeric else 0 end)
  from (select internal.find_delivery_zone(rates, address) as rate) z
  cross join (
    select parcel.delivered_at is not null as is_over,
      parcel.delivered_at is null and parcel.status in ('return_requested', 'received') as comes_back
  ) w
  where z.rate is not null;
end;
