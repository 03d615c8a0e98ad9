-- The share of a line in an amount of its order, by weights, to the poisha: the shares of all lines add up to it.
-- Takes: the amount, the weights of the lines before it together, its own weight, and that of all lines.
create or replace function internal.amount_share(amount numeric, before numeric, weight numeric, total numeric)
  returns numeric
language sql immutable parallel safe
return pg_catalog.round(amount * (before + weight) / total, 2) - pg_catalog.round(amount * before / total, 2);
grant execute on function internal.amount_share(numeric, numeric, numeric, numeric) to haat_dba;
