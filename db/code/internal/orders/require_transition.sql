-- Refuses a change of status that app.order_transitions does not have, and says which ones there are.
-- Takes: the status before, the status asked for and the work that makes the transition (null: it was asked for).
-- Raises: HT103.
-- see: guides/orders
create or replace function internal.require_transition(from_status text, to_status text, only_by text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_allowed text;
begin
  if exists (
    select from app.order_transitions t
    where t.from_status = require_transition.from_status
      and t.to_status = require_transition.to_status
      and (t.only_by is null or t.only_by = require_transition.only_by))
  then
    return;
  end if;
  select string_agg(t.to_status, ', ' order by t.to_status)
    into v_allowed
    from app.order_transitions t
    where t.from_status = require_transition.from_status and t.only_by is null;
  perform internal.fail('HT103', 'orderMove', jsonb_build_object('orderStatus', from_status, 'toStatus', to_status),
    fields => jsonb_build_object('status', jsonb_build_array(
      case when v_allowed is null
        then internal.problem('orderStatusNow.final', jsonb_build_object('orderStatus', from_status))
        else internal.problem('orderStatusNow.may', jsonb_build_object('words', v_allowed)) end)));
end
$$;
