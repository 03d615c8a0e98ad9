-- Row trigger: lines of a stock count change only while it is open.
create or replace function internal.tg_stock_count_lines__while_open() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_count_id constant uuid := case tg_op when 'INSERT' then new.count_id else old.count_id end;
begin
  if not exists (select from app.stock_counts c where c.id = v_count_id and c.status = 'open') then
    raise exception 'the lines of a stock count that is not open are append only' using errcode = '23001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
