-- Compares an order and its lines with the hashes in its timeline (internal.order_prints).
-- Gives: each of them that is another, and of which no row of the journal tells; and how many lines there are, when it
-- is another number.
create or replace function internal.differences_from_prints("order" app.orders, prints bytea)
  returns table (object text, found text)
language sql stable rows 1
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
  with lines as (
    select i.id, to_jsonb(i) as record, row_number() over (order by i.line)::integer as place
    from app.order_items i
    where i.store_id = "order".store_id and i.order_id = "order".id
  ), records as (
    select 'order' as record_type, "order".id, to_jsonb("order") as record, 0 as place
    union all
    select 'order_item', l.id, l.record, l.place from lines l
  )
  select concat_ws(' ', r.record_type, r.id), 'other values'
  from records r
  join internal.journaled_tables() j on j.record_type = r.record_type
  cross join lateral (select substr(differences_from_prints.prints, 8 * r.place + 1, 8) as print) p
  where length(p.print) = 8
    and not exists (select from app.changes c where c.record_type = r.record_type and c.record_id = r.id)
    and not internal.is_as_recorded(r.record - j.uncounted, j.counted, p.print)
  union all
  select format('order %s', "order".number), format('%s lines, and %s were told', k.count, n.told)
  from (select count(*) from lines) k
  cross join (select length(differences_from_prints.prints) / 8 - 1 as told) n
  where k.count <> n.told
$$;
grant execute on function internal.differences_from_prints(app.orders, bytea) to haat_dba;
