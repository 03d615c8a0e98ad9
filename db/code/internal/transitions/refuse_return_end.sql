-- Refuses to end a return that has ended already.
-- Takes: the return, as it is under its lock, and what it is to be: received or cancelled.
-- Raises: HT101 (return).
create or replace function internal.refuse_return_end(ended app.returns, outcome text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if ended.status <> 'requested' then
    perform internal.field_error('HT101', 'return_id', 'returnReceived',
      jsonb_build_object('state', ended.status, 'outcome', outcome));
  end if;
end
$$;
