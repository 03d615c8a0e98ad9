-- Gives what rows that wait (internal.stage_arrival) may not say, whatever is here: history that is newer than the
-- clock, behind which new rows would come in; numbers of a sequence of all companies that would leave it no room; and
-- files of another company or of an archive, which a worker would delete with the row.
-- Takes: the table, the company, and the columns of the table that are counted by a sequence.
-- Gives: as internal.arrival_problems.
create or replace function internal.arrival_values(table_name text, company_id uuid, counters text[])
  returns table (problem text, rows bigint, examples text)
language plpgsql stable rows 1
set search_path = ''
as $$
declare
  v_waiting constant text := internal.arrival_table(arrival_values.table_name);
  v_keys text[] := array(
    select quote_ident(c) from unnest(internal.media_columns(arrival_values.table_name::regclass)) c);
  v_counter text;
begin
  if arrival_values.table_name in (
    'app.order_timeline', 'app.activity_log', 'app.events', 'app.changes', 'app.stock_movements')
  then
    return query execute format(
      'select ''is newer than the clock of this database'', count(*), max(uuid_extract_timestamp(r.id))::text
       from %s r where r.id > $1 having count(*) > 0', v_waiting) using internal.id_floor(clock_timestamp());
  end if;
  foreach v_counter in array arrival_values.counters loop
    return query execute format(
      'select ''counts further than any database has'', count(*), max(r.%I)::text
       from %s r where r.%1$I > 1000000000000000 having count(*) > 0', v_counter, v_waiting);
  end loop;
  -- An upload is taken by what its picture says.
  if arrival_values.table_name = 'internal.media_deletions' then
    v_keys := v_keys || array['(r.picture ->> ''media_key'')'];
  end if;
  return query execute format(
    'select ''names a file of another company'', count(*), left(min(k.key), 200)
     from %s r cross join lateral unnest(array[%s]::text[]) k (key) where replace(k.key, $1, ''/'') ~ $2
     having count(*) > 0', v_waiting, array_to_string(v_keys, ', '))
    using format('/%s/', arrival_values.company_id), '^archives/|/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/';
end
$$;
