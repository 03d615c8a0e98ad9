-- Refuses the call (HT100) when a store that staff named is not one of their company.
-- see: guides/overview#your-key
create or replace function internal.require_store(store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if require_store.store_id is null
    or require_store.store_id <> all (coalesce(internal.current_store_ids(), '{}'))
  then
    perform internal.fail('HT100', 'gone.ofCompany', '{"thing": "store"}',
      fields => '{"store_id": [{"key": "gone.store"}]}');
  end if;
end
$$;
grant execute on function internal.require_store(uuid) to haat_staff;
