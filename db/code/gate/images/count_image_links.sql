--! owner: haat_gatekeeper
-- Counts image links to the company's UTC day before they are fetched.
-- Takes: the key's SHA-256 and the number of links.
-- Gives: {counted}, or a refusal {sqlstate, message, retry_after}: HT001 to HT003 (key), HT005 (the day is used up).
-- Raises: nothing.
-- see: guides/images#rules
create or replace function gate.count_image_links(key_hash bytea, links integer) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller constant gate.caller := gate.find_key(key_hash);
begin
  if v_caller.sqlstate is not null then
    return json_build_object('sqlstate', v_caller.sqlstate, 'message', internal.sentence(v_caller.message));
  end if;
  return internal.count_links(v_caller.company_id, links);
end
$$;
grant execute on function gate.count_image_links(bytea, integer) to haat_gateway;
