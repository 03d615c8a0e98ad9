-- Refuses a company that is new in this database, where an operator lets it take none.
-- Raises: HT101.
-- see: guides/production#several-databases
create or replace function internal.refuse_closed_cell() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if internal.cell_state() <> 'open' then
    perform internal.fail('HT101', 'cellClosed', jsonb_build_object('state', internal.cell_state()));
  end if;
end
$$;
