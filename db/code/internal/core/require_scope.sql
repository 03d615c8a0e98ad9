-- Takes: a scope that part of an input needs beyond the operation's own, and what for ("naming an option needs").
-- Raises HT004 when the key lacks it.
create or replace function internal.require_scope(scope text, purpose text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not gate.has_scope(coalesce(nullif(current_setting('haat.scopes', true), ''), '{}')::text[], require_scope.scope) then
    perform internal.fail('HT004', format('This key lacks the scope %s, which %s.', require_scope.scope, purpose));
  end if;
end
$$;
