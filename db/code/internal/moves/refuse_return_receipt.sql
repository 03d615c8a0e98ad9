-- Refuses to receive a return that is over.
-- Takes: the return, as it is under its lock.
-- Raises: HT101 (return).
create or replace function internal.refuse_return_receipt(received app.returns) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if received.status <> 'requested' then
    perform internal.field_error('HT101', 'return_id',
      format('is %s: only a return that is requested can be received', received.status));
  end if;
end
$$;
