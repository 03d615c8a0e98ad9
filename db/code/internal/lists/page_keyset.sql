-- Gives the condition by which a page of internal.page_ids begins behind its cursor; $4 and $5 are the cursor's time
-- and id.
-- Empty without a cursor, and with one before the window that is asked for: it says nothing more than the bound of the
-- window, from which the index is walked. Of two bounds it would begin at the cursor and pass over all between. And
-- behind a cursor beyond the window there is nothing: the window would be walked in vain.
create or replace function internal.page_keyset(input jsonb, cursor_at timestamptz, cursor_id uuid, descending boolean)
returns text
language sql stable
set search_path = ''
as $$
  with ends as (
    select date_trunc('milliseconds', (page_keyset.input ->> 'created_after')::timestamptz) as first_at,
      date_trunc('milliseconds', (page_keyset.input ->> 'created_before')::timestamptz) as end_at
  )
  select case
    when cursor_id is null then ''
    when descending and cursor_at >= e.end_at or not descending and cursor_at < e.first_at then ''
    when descending and cursor_at < e.first_at or not descending and cursor_at >= e.end_at then ' and false'
    when descending then ' and (t.created_at, t.id) < ($4, $5)'
    else ' and (t.created_at, t.id) > ($4, $5)' end
  from ends e;
$$;
grant execute on function internal.page_keyset(jsonb, timestamptz, uuid, boolean) to haat_api, haat_gatekeeper;
