--! Previous: sha1:4ddab339dd56472b129df7842f7840e25299e69f
--! Hash: sha1:eefbeb446710cdf92df7e60e94a149898c0a8812
--! Message: rates of couriers

--! split: 1-current.sql
-- What a courier has agreed to charge, by places; and beside each charge of a payout what was agreed for it.
create table if not exists app.courier_rates (
  courier_id uuid not null,
  company_id uuid not null,
  rates jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint courier_rates_pkey primary key (courier_id),
  constraint courier_rates_company_id_courier_id_key unique (company_id, courier_id),
  constraint courier_rates_company_id_courier_id_fkey foreign key (company_id, courier_id)
    references app.couriers (company_id, id),
  constraint courier_rates_are_amounts check (
    jsonb_typeof(rates) = 'array'
    and jsonb_array_length(rates) <= 50
    and jsonb_array_length(rates) = jsonb_array_length(jsonb_path_query_array(rates,
      '$[*] ? (@.name like_regex "^.{1,100}$" && @.delivery_charge like_regex "^[0-9]{1,10}[.][0-9]{2}$"
        && @.per_kg_charge like_regex "^[0-9]{1,10}[.][0-9]{2}$"
        && @.return_charge like_regex "^[0-9]{1,10}[.][0-9]{2}$"
        && @.cod_percent like_regex "^([0-9]{1,2}[.][0-9]{2}|100[.]00)$"
        && @.included_grams >= 0 && @.included_grams <= 1000000
        && !exists(@.places[*] ? (@.type() != "string" || !(@ like_regex "^.{1,200}$"))))')))
);
alter table app.courier_rates alter column company_id set (n_distinct = 3);

alter table app.courier_charges add column if not exists agreed_amount numeric(12, 2);
alter table app.courier_charges drop constraint if exists courier_charges_of_parcels_may_be_agreed;
alter table app.courier_charges add constraint courier_charges_of_parcels_may_be_agreed check (
  agreed_amount is null or agreed_amount >= 0 and parcel_id is not null and reverses_id is null);

do $$ begin
  create type staff.agreed_rate as (name text, places text[], delivery_charge numeric, included_grams integer,
    per_kg_charge numeric, cod_percent numeric, return_charge numeric);
exception when duplicate_object then null;
end $$;
comment on type staff.agreed_rate is
  'What a courier charges for parcels to some districts or areas. One without places is for everywhere else.';
comment on column staff.agreed_rate.name is 'Name shown.';
comment on column staff.agreed_rate.places is
  'Districts, areas, or areas with their district (Savar, Dhaka), as addresses write them. None: everywhere else.';
comment on column staff.agreed_rate.delivery_charge is 'For each parcel that was delivered, or is brought back.';
comment on column staff.agreed_rate.included_grams is 'What a parcel may weigh for that charge.';
comment on column staff.agreed_rate.per_kg_charge is 'For each kilogram begun above it, where the parcel was weighed.';
comment on column staff.agreed_rate.cod_percent is 'Of the cash that is collected, in percent.';
comment on column staff.agreed_rate.return_charge is 'For a parcel that is brought back undelivered, besides.';

do $$ begin
  alter type staff.payout_match add attribute agreed_amount numeric;
exception when duplicate_column then null;
end $$;
comment on column staff.payout_match.agreed_amount is
  'What the courier may charge for it by the rates that were agreed; null without rates.';
