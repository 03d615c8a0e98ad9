-- Gives a coupon's code in the form in which it is stored and found: shoppers may type it in any case.
create or replace function internal.coupon_code(typed text) returns text
language sql immutable parallel safe
return pg_catalog.upper(internal.fold(typed));
