-- Makes the sequence that a new store's order numbers come from. As the owner, whose it is.
create or replace function internal.create_numbers(store_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  execute format('create sequence numbers.%I start 1001', 'orders_' || replace(store_id::text, '-', ''));
end
$$;
revoke execute on function internal.create_numbers(uuid) from public;
