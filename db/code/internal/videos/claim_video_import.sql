--! owner: haat_gatekeeper
-- Takes: an id for the lease and its seconds.
-- Leases the import to be copied next and gives it with what is copied of it already, no row when there is none.
-- see: guides/videos#limits
--
-- One import a company at a time, oldest first; one whose worker died is taken on before the next. Claims of one
-- company exclude each other by the advisory lock, and the unique index would refuse a second lease.
create or replace function internal.claim_video_import(lease uuid, seconds integer)
  returns table (video_id uuid, company_id uuid, source_url text, storage_key text, storage_upload_id text,
    size_bytes bigint, copied_bytes bigint, validator text, parts json)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_company record;
  v_video app.videos;
begin
  for v_company in
    select t.company_id, min(t.created_at) as oldest
    from app.videos t
    where t.source = 'import' and t.status = 'uploading' and not internal.has_moved(t.company_id)
    group by t.company_id
    having bool_or(t.expires_at > v_now) and not bool_or(internal.is_leased(t.lease_expires_at))
    order by oldest
  loop
    continue when not pg_try_advisory_xact_lock(hashtextextended('video import ' || v_company.company_id, 0));
    -- Read again now that the lock is held.
    select * into v_video from app.videos t
      where t.company_id = v_company.company_id and t.source = 'import' and t.status = 'uploading'
        and (t.lease_id is not null or t.expires_at > v_now)
      order by t.lease_id is null, t.created_at, t.id
      limit 1 for no key update;
    continue when v_video.id is null or internal.is_leased(v_video.lease_expires_at);
    if v_video.expires_at <= v_now then
      -- Its worker died and its time is over: the timer ends it. The lease makes way for the next.
      update app.videos t set lease_id = null, lease_expires_at = null where t.id = v_video.id;
      select * into v_video from app.videos t
        where t.company_id = v_company.company_id and t.source = 'import' and t.status = 'uploading'
          and t.expires_at > v_now
        order by t.created_at, t.id
        limit 1 for no key update;
      continue when v_video.id is null;
    end if;
    update app.videos t set
      lease_id = claim_video_import.lease, lease_expires_at = clock_timestamp() + make_interval(secs => seconds),
      -- Started: from here on it has the time that an upload has.
      import_started_at = coalesce(t.import_started_at, v_now),
      expires_at = t.created_at + interval '24 hours'
      where t.id = v_video.id;
    return query
    select v_video.id, v_video.company_id, v_video.source_url, v_video.storage_key, v_video.storage_upload_id,
      v_video.size_bytes,
      coalesce(sum(p.size_bytes), 0)::bigint, v_video.source_validator,
      coalesce(json_agg(json_build_object('part_number', p.part_number, 'size_bytes', p.size_bytes,
        'content_md5', p.content_md5) order by p.part_number)
        filter (where p.part_number is not null), '[]')
    from (select 1) one left join app.video_parts p on p.video_id = v_video.id;
    return;
  end loop;
end
$$;
grant execute on function internal.claim_video_import(uuid, integer) to haat_worker;
