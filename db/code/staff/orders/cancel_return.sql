-- Cancels a return of a customer that has not arrived: its goods stay with the customer. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (return_id), HT101 (the return is over).
create or replace function staff.cancel_return(return_id uuid, reason text) returns app.returns
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_reason constant text := nullif(btrim(cancel_return.reason), '');
  v_return app.returns;
begin
  perform internal.require_permission('orders.manage');
  v_return := internal.lock_return(cancel_return.return_id);
  perform internal.refuse_return_end(v_return, 'cancelled');
  update app.returns t set status = 'cancelled' where t.id = v_return.id returning * into v_return;
  perform internal.add_to_timeline(v_return.company_id, v_return.store_id, v_return.order_id,
    'return_cancelled', null, null, v_reason,
    jsonb_build_object('return_id', v_return.id, 'number', v_return.number));
  perform internal.publish_return(v_return, 'return.updated');
  return v_return;
end
$$;
grant execute on function staff.cancel_return(uuid, text) to haat_staff;
