--! owner: haat_gatekeeper
-- Takes: a log, and how many months stay beside the one of now.
-- Gives: the seals of the months before these that are not archived yet, in their order. A seal belongs to the month
-- in which its first row was made, in UTC, by its id. What a company brought from another database stays, also where a
-- seal of before covers it since the company has come back; and so does what is left of a seal whose rows left with
-- their company.
create or replace function internal.seals_to_archive(log text, months integer)
  returns table (number bigint, month date, after_id uuid, first_id uuid, upto_id uuid, row_count integer,
    digest bytea, previous_hash bytea, hash bytea, sealed_at timestamptz)
language sql stable security definer rows 100
set search_path = ''
begin atomic
  select s.number, date_trunc('month', uuid_extract_timestamp(s.first_id) at time zone 'UTC')::date, s.after_id,
    s.first_id, s.upto_id, s.row_count, s.digest, s.previous_hash, s.hash, s.sealed_at
  from internal.history_seals s
  where s.log = seals_to_archive.log and s.company_id is null
    and s.upto_id <= internal.id_floor((date_trunc('month', internal.now() at time zone 'UTC')
      - make_interval(months => seals_to_archive.months)) at time zone 'UTC')
    and not exists (select from internal.archives a where a.seal = s.number)
    and not exists (select from internal.departed_rows() d where d.seal = s.number)
    and not exists (
      select from internal.arrived_companies(s.log) c (id)
      cross join lateral internal.history_rows(s.log, s.after_id, s.upto_id, c.id) r
      where internal.has_arrived(c.id, s.log, r.id) and position(substr(r.digest, 1, 8) in s.row_prints) > 0)
    and (s.log <> 'events' or internal.has_all_events(s))
  order by s.number;
end;
grant execute on function internal.seals_to_archive(text, integer) to haat_owner;
