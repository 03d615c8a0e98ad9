-- Receives the goods of a return (POST /returns/{id}/receive).
-- Takes: lines, each sellable or damaged; without lines all goods of the return came back sellable.
-- Gives: the return.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (the return is over), HT102, HT103 (status of the order); HT008
-- (lines).
create or replace function api.receive_return(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_return app.returns;
begin
  v_return := internal.receive_return(internal.find_for_write('return', input), nullif(input -> 'lines', 'null'));
  return (select d.document from internal.return_documents(array[v_return.id]) d);
end
$$;
grant execute on function api.receive_return(jsonb) to haat_api;
