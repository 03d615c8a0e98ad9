-- Splits an amount by weights into shares that add up exactly to the amount.
-- Takes: the amount (two decimals) and the weights (not negative).
-- Gives: the share of each weight.
-- see: guides/orders#numbers-and-coupons
--
-- Largest remainder: every part gets its exact share rounded down to the poisha. The poisha that are left over go to
-- the parts that lost most, the earlier part first. Counted in whole poisha with div and mod, which are exact: a
-- quotient with decimals is itself rounded and may lift a share over the next poisha.
create or replace function internal.share_amount(amount numeric, weights numeric[]) returns numeric[]
language sql immutable parallel safe
begin atomic
  with part as (
    select w.n,
      pg_catalog.div(amount * 100 * w.weight * 100, s.total * 100) as poisha,
      pg_catalog.mod(amount * 100 * w.weight * 100, s.total * 100) as remainder
    from pg_catalog.unnest(weights) with ordinality as w (weight, n)
    cross join (select nullif(pg_catalog.sum(u.weight), 0) as total from pg_catalog.unnest(weights) as u (weight)) s
  ), ranked as (
    select n, poisha,
      pg_catalog.row_number() over (order by remainder desc, n) as rank,
      amount * 100 - pg_catalog.sum(poisha) over () as left_over
    from part
  )
  select pg_catalog.array_agg(
    coalesce(pg_catalog.round((poisha + case when rank <= left_over then 1 else 0 end) / 100, 2), 0)
    order by n)
  from ranked;
end;
