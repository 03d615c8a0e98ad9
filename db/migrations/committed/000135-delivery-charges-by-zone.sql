--! Previous: sha1:54c87074c33bf078252f2dac1b357ce6fc01167c
--! Hash: sha1:6ccbc450ed347232c9cd69c0e47b8ca081be8c69
--! Message: Delivery charges by zone

--! split: 1-current.sql
-- What a store asks for delivery, by the district or area of the address.
alter table app.stores
  add column if not exists delivery_charges text not null default 'off',
  add column if not exists delivery_zones jsonb not null default '[]';
alter table app.stores
  drop constraint if exists stores_delivery_charges_check,
  drop constraint if exists stores_delivery_zones_are_priced,
  add constraint stores_delivery_charges_check check (delivery_charges in ('off', 'by_zone')),
  add constraint stores_delivery_zones_are_priced check (
    jsonb_typeof(delivery_zones) = 'array'
    and jsonb_array_length(delivery_zones) between (delivery_charges = 'by_zone')::integer and 50
    and jsonb_array_length(delivery_zones) = jsonb_array_length(jsonb_path_query_array(delivery_zones,
      '$[*] ? (@.name like_regex "^.{1,100}$" && @.charge like_regex "^[0-9]{1,10}[.][0-9]{2}$"
        && (@.free_from == null || @.free_from like_regex "^[0-9]{1,10}[.][0-9]{2}$")
        && !exists(@.places[*] ? (@.type() != "string" || !(@ like_regex "^.{1,200}$"))))')));

-- The zone whose charge an order has.
alter table app.orders add column if not exists delivery_zone text
  constraint orders_delivery_zone_check check (length(delivery_zone) between 1 and 100);

do $$ begin
  create type staff.delivery_zone as (name text, places text[], charge numeric, free_from numeric);
exception when duplicate_object then null;
end $$;
comment on type staff.delivery_zone is 'What delivery costs to some districts or areas. One without places is for everywhere else.';
comment on column staff.delivery_zone.name is 'Name shown.';
comment on column staff.delivery_zone.places is
  'Districts, areas, or areas with their district (Savar, Dhaka), as addresses write them. None: everywhere else.';
comment on column staff.delivery_zone.charge is 'What delivery costs.';
comment on column staff.delivery_zone.free_from is
  'From this amount of goods, after the discount, delivery is free; left out, never.';

do $$ begin
  alter type staff.order_quote add attribute delivery_zone text;
exception when duplicate_column then null;
end $$;
comment on column staff.order_quote.delivery_zone is 'The zone whose delivery charge it has; null when the charge was given.';

do $$ begin
  alter type staff.edited_order add attribute delivery_zone text;
exception when duplicate_column then null;
end $$;
comment on column staff.edited_order.delivery_zone is 'The zone whose delivery charge it has; null when the charge was given.';
