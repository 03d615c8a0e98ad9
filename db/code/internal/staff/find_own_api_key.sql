-- Finds an API key of the current company and locks its rotation chain.
-- Raises: HT100 (no such key).
create or replace function internal.find_own_api_key(key_id uuid) returns app.api_keys
language plpgsql volatile
set search_path = ''
as $$
declare
  v_key app.api_keys;
begin
  -- The first row of a chain stands for the chain: two who rotate or revoke in one chain wait for each other.
  perform from app.api_keys t
    where t.id = (select o.lineage_id from app.api_keys o where o.id = find_own_api_key.key_id)
    for no key update;
  select * into v_key from app.api_keys t where t.id = find_own_api_key.key_id for no key update;
  if v_key.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "API key"}');
  end if;
  return v_key;
end
$$;
