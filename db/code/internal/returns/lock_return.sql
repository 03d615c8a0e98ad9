-- Locks a return's order, then the return, and gives the return as it is under the lock.
-- Raises: HT100 when there is none inside the fence.
create or replace function internal.lock_return(return_id uuid) returns app.returns
language plpgsql volatile
set search_path = ''
as $$
declare
  v_return app.returns;
begin
  select * into v_return from app.returns t where t.id = lock_return.return_id;
  if v_return.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "return"}');
  end if;
  perform internal.lock_order(v_return.order_id);
  select * into v_return from app.returns t where t.id = lock_return.return_id for update;
  return v_return;
end
$$;
