-- Statement trigger of history that can be archived, after a DELETE: refuses it (23001), unless what is left of the
-- seal of these rows is just what its archive leaves (internal.archive_seal).
create or replace function internal.tg__archived_only() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_first_id constant uuid := (select r.id from removed r order by r.id limit 1);
  v_last_id constant uuid := (select r.id from removed r order by r.id desc limit 1);
begin
  if v_first_id is not null and not exists (
    select from internal.history_seals s
    join internal.archives a on a.seal = s.number
    where s.log = tg_table_name and s.after_id < v_first_id and v_last_id <= s.upto_id
      and internal.remaining_prints(s.row_prints, a.positions) = (
        select coalesce(string_agg(substr(h.digest, 1, 8), ''::bytea order by h.id), '')
        from internal.history_rows(s.log, s.after_id, s.upto_id, s.company_id, s.row_prints) h))
  then
    raise exception '% is append only: rows leave by npm run haat -- archive', tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
