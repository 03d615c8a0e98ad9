-- No sequence is behind the numbers that it gave, each store has its own for its orders, and the numbers of stock
-- documents end where their counter stands.
create or replace function ledger.check_numbers()
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_sequence record;
begin
  return query
  select s.company_id, coalesce(s.id, v.store_id), 'sequence of order numbers ' || coalesce(v.name, 'of ' || s.name),
    case when v.name is null then 'missing' when s.id is null then 'of no store'
      else format('%s, counts %s', coalesce(v.last_value, 0), v.counting) end,
    format('at least %s, counts from 1 by 1 to 9223372036854775807', coalesce(o.last, 0))
  from app.stores s
  full join (select * from internal.sequence_values() q where q.name like 'numbers.%') v on v.store_id = s.id
  left join lateral (
    select max(substring(n.number from '-(\d{1,18})$')::bigint) as last from app.orders n where n.store_id = s.id
  ) o on true
  where s.id is null or v.name is null or coalesce(v.last_value, 0) < o.last
    or v.counting <> 'from 1 by 1 to 9223372036854775807';
  for v_sequence in select * from internal.sequence_values() q where q.table_name is not null loop
    return query execute format(
      'select null::uuid, null::uuid, %1$L, %2$L, format(''at least %%s'', max(t.%3$I)) from %4$s t
       having max(t.%3$I) > %5$s',
      'sequence ' || v_sequence.name, coalesce(v_sequence.last_value, 0)::text, v_sequence.column_name,
      v_sequence.table_name, coalesce(v_sequence.last_value, 0));
  end loop;
  return query
  select coalesce(n.company_id, d.company_id), null::uuid, 'numbers ' || coalesce(n.prefix, d.prefix),
    coalesce(n.last_number::text, 'missing'), coalesce(d.last::text, 'no number was given')
  from app.document_numbers n
  full join (
    select t.company_id, t.prefix, max(substring(t.number from '-(\d{1,18})$')::bigint) as last
    from (
      select p.company_id, 'PUR' as prefix, p.number from app.purchases p
      union all
      select r.company_id, 'GRN', r.number from app.goods_receipts r
      union all
      select c.company_id, 'CNT', c.number from app.stock_counts c
      union all
      select f.company_id, 'TRF', f.number from app.stock_transfers f
    ) t
    group by t.company_id, t.prefix
  ) d on d.company_id = n.company_id and d.prefix = n.prefix
  where n.last_number is distinct from d.last;
end
$$;
grant execute on function ledger.check_numbers() to haat_dba;
