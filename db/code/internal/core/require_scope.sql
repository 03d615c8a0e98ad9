-- Refuses the call (HT004) when the key lacks a scope that a part of the input needs beyond the operation's own. Staff
-- have no scopes: their procedures ask for a permission.
-- Takes: the scope and what needs it ("naming an option needs").
create or replace function internal.require_scope(scope text, purpose text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant text[] := coalesce(internal.context_setting('haat.scopes')::text[], '{}');
begin
  if not internal.is_staff_acting() and not gate.has_scope(v_held, require_scope.scope) then
    perform internal.fail('HT004', 'scopeNeeded',
      jsonb_build_object('scope', require_scope.scope, 'purpose', purpose));
  end if;
end
$$;
grant execute on function internal.require_scope(text, text) to haat_api, haat_gatekeeper;
