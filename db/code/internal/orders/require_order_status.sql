-- Takes: an order, the statuses in which something may be done with it, and what to say otherwise, %s standing for
-- its status.
-- Raises HT103 with fields.status unless it is in one of them.
create or replace function internal.require_order_status(o app.orders, statuses text[], message text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if o.status <> all (statuses) then
    perform internal.fail('HT103', format(message, o.status), jsonb_build_object('status', jsonb_build_array(
      (select 'must be ' || regexp_replace(string_agg(s.status, ', ' order by s.position), ', ([^,]*)$', ' or \1')
       from app.order_statuses s where s.status = any (statuses)))));
  end if;
end
$$;
