-- What is charged by a line of a payout, by its kind, with what was agreed for it.
-- Takes: the charges that the line states; what may be charged by the rates (internal.due_charges), or null; and
-- whether the rates say what the line does not.
-- Gives: a row a kind, none for 0. Charges that are stated in one sum (other) stand for all that is not stated by its
-- kind.
create or replace function internal.line_charges(stated jsonb, agreed jsonb, are_added boolean)
  returns table (kind text, amount numeric, agreed_amount numeric)
language sql immutable rows 2
begin atomic
  select c.*
  from unnest('{cod,delivery,other,return}'::text[]) as k (kind)
  cross join lateral (
    select k.kind,
      coalesce((stated ->> k.kind)::numeric,
        case when are_added and not stated ? 'other' then (agreed ->> k.kind)::numeric end, 0) as amount,
      case when k.kind <> 'other' then (agreed ->> k.kind)::numeric when agreed is not null then (
        select coalesce(sum(a.value::numeric), 0) from jsonb_each_text(agreed) a where not stated ? a.key
      ) end as agreed_amount
  ) c
  where c.amount > 0;
end;
