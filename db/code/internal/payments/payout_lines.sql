-- Reads the lines of a payout: what each settles of its parcel's cash, and what it states as charges.
-- Takes: [{code, amount or collected_amount, charged_amount?, delivery_charge?, cod_charge?, return_charge?}].
-- Gives: a row a line, from 0. charges holds the charges that are stated, by their kind, also those of 0. charged is
-- their sum. amount is null where the line says what was collected instead.
create or replace function internal.payout_lines(lines jsonb)
  returns table (line integer, code text, amount numeric, charges jsonb, charged numeric, settled numeric)
language sql immutable rows 100
begin atomic
  select (e.n - 1)::integer, e.line ->> 'code', (e.line ->> 'amount')::numeric, s.charges, c.charged,
    coalesce((e.line ->> 'amount')::numeric + c.charged, (e.line ->> 'collected_amount')::numeric)
  from jsonb_array_elements(payout_lines.lines) with ordinality as e (line, n)
  cross join lateral (
    select jsonb_strip_nulls(jsonb_build_object('other', e.line -> 'charged_amount', 'delivery',
      e.line -> 'delivery_charge', 'cod', e.line -> 'cod_charge', 'return', e.line -> 'return_charge')) as charges
  ) s
  cross join lateral (
    select coalesce(sum(v.value::numeric), 0) as charged from jsonb_each_text(s.charges) v
  ) c;
end;
