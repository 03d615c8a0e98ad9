-- Takes: a key.
-- Locks its rotation chain and gives it.
-- Raises: HT100 when it is none of the current company.
create or replace function internal.find_own_api_key(key_id uuid) returns app.api_keys
language plpgsql volatile
set search_path = ''
as $$
declare
  k app.api_keys;
begin
  -- The chain's first row stands for the chain: two who rotate or revoke in one chain queue.
  perform from app.api_keys t where t.id = (select o.lineage_id from app.api_keys o where o.id = find_own_api_key.key_id) for no key update;
  select * into k from app.api_keys t where t.id = find_own_api_key.key_id for no key update;
  if k.id is null then
    perform internal.fail('HT100', 'No such API key.');
  end if;
  return k;
end
$$;
