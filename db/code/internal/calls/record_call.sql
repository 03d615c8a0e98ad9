-- Records a call to the customer of an order, for every interface, and writes its event.
-- Takes: an order as it is under its lock, what came of the call, a note, and when to call again (null: nothing is
-- said of that).
-- Gives: the call.
-- see: guides/orders#calls
--
-- A call changes no status. When to call again becomes the call-back of the order: it is kept there once, and changed
-- there later.
create or replace function internal.record_call(called app.orders, outcome text, note text, next_call_at timestamptz)
  returns app.order_calls
language plpgsql volatile
set search_path = ''
as $$
declare
  v_next_call_at constant timestamptz := date_trunc('milliseconds', record_call.next_call_at);
  v_limit constant integer := (select s.call_attempts_limit from app.stores s where s.id = called.store_id);
  v_call app.order_calls;
begin
  insert into app.order_calls (company_id, store_id, order_id, attempt, outcome, note, next_call_at,
    actor_type, actor_id, actor_name, request_id)
  select called.company_id, called.store_id, called.id, called.call_count + 1, record_call.outcome,
    nullif(record_call.note, ''), v_next_call_at, a.actor_type, a.actor_id, a.actor_name, a.request_id
  from internal.current_actor() a
  returning * into v_call;
  update app.orders t set
    call_count = v_call.attempt,
    last_call_at = v_call.created_at,
    last_call_outcome = v_call.outcome,
    call_limit_reached = coalesce(v_call.attempt >= v_limit, false) and v_call.outcome <> 'confirmed',
    follow_up_at = coalesce(v_next_call_at, t.follow_up_at)
    where t.id = called.id;
  perform internal.add_to_timeline(called.company_id, called.store_id, called.id, 'called', null, null, v_call.note,
    jsonb_build_object('call_id', v_call.id, 'attempt', v_call.attempt, 'outcome', v_call.outcome,
      'next_call_at', internal.timestamp_text(v_next_call_at)));
  perform internal.publish_order(called);
  return v_call;
end
$$;
