--! Previous: sha1:753d45e8bb9786db29e9c0a8965f87254628f1b6
--! Hash: sha1:3a1db6b9a912baee04213c761b6ce7c709af1c1a
--! Message: constraints of two inputs of staff

--! split: 1-current.sql
-- What the registry says of these inputs, as the last line for who calls the procedures from psql.
alter table app.orders drop constraint if exists orders_custom_fields_are_flat;
alter table app.orders add constraint orders_custom_fields_are_flat check (
  length(custom_fields::text) <= 16000
  and not jsonb_path_exists(custom_fields,
    'strict $.* ? (@.type() == "object" || @.type() == "array" || @.type() == "null")', silent => true));

alter table app.stores drop constraint if exists stores_advance_payment_plans_have_a_share;
alter table app.stores add constraint stores_advance_payment_plans_have_a_share check (
  jsonb_array_length(advance_payment_plans) <= 20
  and not jsonb_path_exists(advance_payment_plans,
    'strict $[*] ? (!(@.percent > 0 && @.percent <= 100))', silent => true));
