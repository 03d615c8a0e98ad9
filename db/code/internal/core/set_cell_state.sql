-- Sets what this database does (internal.cell_state). For operators (npm run haat).
-- Takes: open, drained or read-only.
-- Gives: {state, before}.
create or replace function internal.set_cell_state(state text) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before constant text := internal.cell_state();
begin
  update internal.deployment d set cell_state = set_cell_state.state where d.cell_state <> set_cell_state.state;
  return jsonb_build_object('state', internal.cell_state(), 'before', v_before);
end
$$;
