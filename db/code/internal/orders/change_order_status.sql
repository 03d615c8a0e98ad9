-- Changes an order's status by the rules of the status route, and sends its event.
-- Takes: an order, its new status, a note for the timeline and why it is cancelled.
-- Gives: the order.
-- Raises: HT100, HT008, HT101, HT103, HT102.
-- see: guides/orders
--
-- Refusals in order: unknown status (422), the order's parcel (409), no such transition (400), not enough stock when
-- an order comes back from spam (400). Of two calls at once, the second waits for the order's lock and is judged by
-- the status it then finds.
create or replace function internal.change_order_status(
  order_id uuid,
  status text,
  note text default null,
  reason text default null)
  returns app.orders
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_order(order_id);
  v_is_cancelled constant boolean := (
    select s.is_cancelled from app.order_statuses s where s.status = change_order_status.status);
  v_order app.orders;
begin
  if v_is_cancelled is null then
    perform internal.field_error('HT008', 'status', 'unknownStatus');
  end if;
  perform internal.refuse_parcel_conflict(v_before, change_order_status.status);
  v_order := internal.transition_order(
    v_before.id, change_order_status.status, change_order_status.note,
    case when reason is not null then jsonb_build_object('reason', reason) end);
  perform internal.publish_order(v_before, case when v_is_cancelled then 'order.cancelled' else 'order.updated' end);
  return v_order;
end
$$;
