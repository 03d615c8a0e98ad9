-- Gives one payout (GET /payouts/{id}).
-- Raises: HT100 (store_id, id).
create or replace function api.get_payout(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_document json;
begin
  select d.document into v_document
    from app.payouts t cross join internal.payout_documents(array[t.id]) d
    where t.id = (input ->> 'id')::uuid and (v_store_id is null or t.store_id = v_store_id);
  if v_document is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "payout"}');
  end if;
  return v_document;
end
$$;
grant execute on function api.get_payout(jsonb) to haat_api;
