-- Row trigger: books money that is settled, or taken out again by a void, to sales_changes.
create or replace function internal.tg_payments__book_sales() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_channel_id uuid;
begin
  select o.channel_id into v_channel_id from app.orders o where o.store_id = new.store_id and o.id = new.order_id;
  perform internal.lock_sales_calendar_shared(new.store_id);
  if tg_op = 'UPDATE' and old.status = 'settled' then
    insert into app.sales_changes (company_id, store_id, day, channel_id, money_received)
    values (new.company_id, new.store_id, internal.store_day(new.store_id, old.settled_at), v_channel_id,
            case old.kind when 'payment' then -old.amount else old.amount end);
  end if;
  if new.status = 'settled' then
    insert into app.sales_changes (company_id, store_id, day, channel_id, money_received)
    values (new.company_id, new.store_id, internal.store_day(new.store_id, new.settled_at), v_channel_id,
            case new.kind when 'payment' then new.amount else -new.amount end);
  end if;
  return null;
end
$$;
