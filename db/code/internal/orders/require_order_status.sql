-- Refuses work on an order that is not in one of the statuses that allow it.
-- Takes: the locked order, those statuses, and the key of the message, which has orderStatus in it.
-- Raises: HT103; fields.status lists the statuses.
create or replace function internal.require_order_status(checked app.orders, statuses text[], key text)
  returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_list text;
begin
  if checked.status = any (statuses) then
    return;
  end if;
  select regexp_replace(string_agg(s.status, ', ' order by s.position), ', ([^,]*)$', ' or \1')
    into v_list
    from app.order_statuses s
    where s.status = any (statuses);
  perform internal.fail('HT103', key, jsonb_build_object('orderStatus', checked.status),
    fields => jsonb_build_object('status', jsonb_build_array(
      internal.problem('orderStatusNow', jsonb_build_object('words', v_list)))));
end
$$;
