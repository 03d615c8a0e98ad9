-- Refuses add_order_attachment before its file is fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT100 for the order.
create or replace function internal.precheck_add_order_attachment(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_for_write('order', input);
end
$$;
grant execute on function internal.precheck_add_order_attachment(jsonb) to haat_api;
