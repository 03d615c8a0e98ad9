-- Gives a call about an order as an erasure leaves it: without its note.
create or replace function internal.redacted_call(call app.order_calls) returns app.order_calls
language plpgsql stable
set search_path = ''
as $$
begin
  call.note := null;
  return call;
end
$$;
