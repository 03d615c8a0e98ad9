--! owner: haat_gatekeeper
-- Gives a worker the next export to write: of the company that has the fewest in work, the one that waits longest,
-- be it for its first attempt or since the last: one that cannot be written does not hold up the others.
-- Takes: how many seconds the worker has until it must show itself (internal.note_export).
-- Gives: the export, whose lease and storage key are new; null when none is due.
--
-- What a killed worker had begun is begun anew, under another key, so no two attempts write one file. One that broke
-- off five times is given up; attempts that workers gave back do not count at first (internal.fail_export).
create or replace function internal.claim_export(lease_seconds integer)
  returns table (id uuid, lease_id uuid, operation text, format text, with_bom boolean, storage_key text)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
declare
  v_export app.exports;
begin
  loop
    select e.* into v_export
      from app.exports e
      where e.status in ('pending', 'running') and not internal.is_leased(e.lease_expires_at)
        and not internal.has_moved(e.company_id)
      order by (
          select count(*) from app.exports o
          where o.company_id = e.company_id and o.status = 'running' and internal.is_leased(o.lease_expires_at)),
        coalesce(e.started_at, e.created_at), e.id
      limit 1
      for no key update skip locked;
    exit when v_export.id is null;
    perform internal.drop_export_file(v_export.id);
    if v_export.attempts < 5 then
      return query
        update app.exports e
          set status = 'running', attempts = e.attempts + 1, record_count = 0, started_at = internal.now(),
            lease_id = n.lease_id, lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds),
            storage_key = format('exports/%s/%s.%s', e.company_id, n.lease_id, e.format)
          from (select gen_random_uuid() as lease_id) n
          where e.id = v_export.id
          returning e.id, e.lease_id, e.operation, e.format, e.with_bom, e.storage_key;
      return;
    end if;
    perform internal.end_export(v_export.id, 'failed', 'GAVE_UP', internal.sentence('exportEnded.gaveUp'));
  end loop;
end
$$;
grant execute on function internal.claim_export(integer) to haat_worker;
