-- Finds the parcel of each line of a courier's sheet, and what is to be said of it.
-- Takes: the courier and the lines of its sheet, and a store (null: all but the test stores).
-- Gives: a row a line, from 0; parcel and order null where none or several are meant.
create or replace function internal.match_payout(courier_id uuid, lines staff.payout_line[],
  store_id uuid default null)
  returns table (line integer, code text, amount numeric, finding text, parcel_id uuid, order_id uuid, held numeric)
language sql stable rows 100
set search_path = ''
begin atomic
  with named as (
    select (l.n - 1)::integer as line, btrim(l.code) as code, l.amount
    from unnest(match_payout.lines) with ordinality as l (code, amount, n)
  ), meant as (
    select n.line, p.id, p.order_id, p.delivered_at, p.payout_at, p.held_amount as held,
      p.courier_id = match_payout.courier_id as is_theirs
    from named n
    cross join lateral internal.find_paid_parcels(n.code, match_payout.store_id) p
  ), ranked as (
    select m.*, rank() over (partition by m.line
      order by coalesce(m.is_theirs, false) desc, m.held > 0 desc) as place
    from meant m
  ), chosen as (
    select r.line, count(*) as parcels, min(r.id::text)::uuid as id, min(r.order_id::text)::uuid as order_id,
      bool_or(r.is_theirs) as is_theirs, min(r.delivered_at) as delivered_at, min(r.payout_at) as payout_at,
      min(r.held) as held
    from ranked r where r.place = 1
    group by r.line
  )
  select n.line, n.code, n.amount,
    case
      when c.parcels is null then 'unknown'
      when c.parcels > 1 then 'ambiguous'
      when not coalesce(c.is_theirs, false) then 'other_courier'
      when row_number() over (partition by c.id order by n.line) > 1 then 'repeated'
      when c.delivered_at is null then 'not_delivered'
      when c.held = 0 and c.payout_at is not null then 'already_paid'
      when c.held = 0 then 'nothing_held'
      when n.amount < c.held then 'less'
      when n.amount > c.held then 'more'
      else 'matches' end,
    case when c.parcels = 1 then c.id end, case when c.parcels = 1 then c.order_id end,
    case when c.parcels = 1 then c.held end
  from named n
  left join chosen c on c.line = n.line;
end;
