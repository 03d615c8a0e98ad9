-- Gives the condition by which a page of internal.page_ids begins behind its cursor; $4 and $5 are the cursor's time
-- and id.
-- Empty without a cursor, and with one beyond the window that is asked for: it says nothing more than the bound of the
-- window, from which the index is walked. Of two bounds it would begin at the cursor and pass over all between.
create or replace function internal.page_keyset(input jsonb, cursor_at timestamptz, cursor_id uuid, descending boolean)
returns text
language sql stable
set search_path = ''
as $$
  select case
    when cursor_id is null
      or (descending and cursor_at >= date_trunc('milliseconds', (input ->> 'created_before')::timestamptz))
      or (not descending and cursor_at < date_trunc('milliseconds', (input ->> 'created_after')::timestamptz)) then ''
    when descending then ' and (t.created_at, t.id) < ($4, $5)'
    else ' and (t.created_at, t.id) > ($4, $5)' end;
$$;
grant execute on function internal.page_keyset(jsonb, timestamptz, uuid, boolean) to haat_api, haat_gatekeeper;
