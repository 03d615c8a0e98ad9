-- The largest amount of money that an order or one of its lines may have, in the store's currency.
create or replace function internal.money_limit() returns numeric
language sql immutable parallel safe
return 9999999999.99;
