-- Gives the scopes of internal.page_ids in the order in which they are scanned: of each, the two ends (time, id)
-- between which its rows lie, both exclusive.
-- Takes: the input of the list, the place of its cursor, and whether the newest come first.
create or replace function internal.page_scopes(input jsonb, cursor_at timestamptz, cursor_id uuid, descending boolean)
  returns table (is_older boolean, low_at timestamptz, low_id uuid, high_at timestamptz, high_id uuid)
language sql stable rows 1
set search_path = ''
begin atomic
  with moments as (
    select date_trunc('milliseconds', (page_scopes.input ->> 'created_after')::timestamptz) as created_after,
      date_trunc('milliseconds', (page_scopes.input ->> 'created_before')::timestamptz) as created_before,
      date_trunc('milliseconds', (page_scopes.input ->> 'updated_after')::timestamptz) as updated_after,
      interval '1 microsecond' as least,
      uuid '00000000-0000-0000-0000-000000000000' as first_id,
      uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff' as last_id
  )
  select s.is_older, low.at, low.id, high.at, high.id
  from moments m
  cross join (values (false), (true)) s (is_older)
  cross join lateral (
    select e.at, e.id
    from (values
      (timestamptz '-infinity', m.last_id),
      (m.created_after - m.least, m.last_id),
      (case when not s.is_older then m.updated_after - m.least end, m.last_id),
      (case when not page_scopes.descending then page_scopes.cursor_at end, page_scopes.cursor_id)) e (at, id)
    where e.at is not null
    order by e.at desc, e.id desc limit 1) low
  cross join lateral (
    select e.at, e.id
    from (values
      (timestamptz 'infinity', m.first_id),
      (m.created_before, m.first_id),
      (case when s.is_older then m.updated_after end, m.first_id),
      (case when page_scopes.descending then page_scopes.cursor_at end, page_scopes.cursor_id)) e (at, id)
    where e.at is not null
    order by e.at, e.id limit 1) high
  where (low.at, low.id) < (high.at, high.id) and (m.updated_after is not null or not s.is_older)
  order by s.is_older = page_scopes.descending;
end;
grant execute on function internal.page_scopes(jsonb, timestamptz, uuid, boolean) to haat_api, haat_gatekeeper;
