-- Locks a stock count that is open: its lines change under this lock only.
-- Raises: HT100, HT101 (it has ended).
create or replace function internal.lock_open_count(count_id uuid) returns app.stock_counts
language plpgsql volatile
set search_path = ''
as $$
declare
  v_count app.stock_counts;
begin
  select * into v_count from app.stock_counts c where c.id = lock_open_count.count_id for no key update;
  if v_count.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "stock count"}');
  elsif v_count.status <> 'open' then
    perform internal.field_error('HT101', 'count_id', 'alreadySo.plain', jsonb_build_object('state', v_count.status));
  end if;
  return v_count;
end
$$;
