-- Creates a return of goods that a customer has (POST /orders/{id}/returns).
-- Takes: lines, and reason.
-- Gives: the return.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT103 (status of the order); HT008 (lines).
create or replace function api.create_return(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_return app.returns;
begin
  v_return := internal.create_return(internal.find_for_write('order', input), input -> 'lines', input ->> 'reason');
  return (select d.document from internal.return_documents(array[v_return.id]) d);
end
$$;
grant execute on function api.create_return(jsonb) to haat_api;
