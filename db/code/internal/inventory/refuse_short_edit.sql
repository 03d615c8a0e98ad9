-- Refuses an edit of an order for which its location has not enough stock, and says of which line how much is missing.
-- Takes: as internal.move_reservation, the levels being locked and found short.
-- Raises: as internal.refuse_short_lines, for the variants of which the order wants more than it holds.
create or replace function internal.refuse_short_edit(before app.orders, after app.orders,
  lines_before internal.priced_line[], lines_after internal.priced_line[]) returns void
language sql stable
set search_path = ''
begin atomic
  with held as (
    select l.variant_id, sum(l.quantity)::integer as quantity
    from unnest(lines_before) l
    where before.location_id = after.location_id
    group by l.variant_id
  ), wanted as (
    select l.ordinality - 1 as line, l.variant_id, l.sku, l.quantity,
      sum(l.quantity) over (partition by l.variant_id) - coalesce(h.quantity, 0) as more
    from unnest(lines_after) with ordinality l
    left join held h on h.variant_id = l.variant_id
  )
  select internal.refuse_short_lines(after.location_id, array_agg(w.line::integer order by w.line),
    array_agg(w.variant_id order by w.line), array_agg(w.sku order by w.line), array_agg(w.quantity order by w.line),
    coalesce((
      select jsonb_object_agg(internal.taken_units(after.location_id, h.variant_id), -h.quantity) from held h), '{}'))
  from wanted w
  where w.more > 0;
end;
