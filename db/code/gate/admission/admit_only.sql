-- Counts a call that ends before its operation: refused input, a list of tools, images fetched before the call.
-- Takes: what gate.admit takes.
-- Gives: the outcome of the admission, with HT001 to HT005 in sqlstate when the call is refused.
-- Raises: nothing.
create or replace function gate.admit_only(key_hash bytea, scopes text[], bucket text, cost integer,
  out_of_scope_bucket text default null) returns json
language plpgsql volatile
set search_path = ''
as $$
begin
  return gate.admission_outcome(gate.admit(key_hash, scopes, bucket, cost, out_of_scope_bucket), null);
end
$$;
grant execute on function gate.admit_only(bytea, text[], text, integer, text) to haat_gateway;
