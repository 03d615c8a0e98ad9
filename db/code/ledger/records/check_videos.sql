-- A video reserves its size, or 200 MiB until an import knows it; is ready with every fact, knows whether a product
-- has it, has parts only while uploading, is on no product once it ended, and none of its files waits for deletion.
create or replace view ledger.check_videos with (security_invoker = true) as
select v.company_id, v.store_id, format('video %s, %s', v.id, v.status) as object,
  format('reserves %s bytes', v.reserved_bytes) as found,
  format('reserves %s', r.bytes) as expected
from app.videos v
cross join lateral (select case
  when v.status in ('rejected', 'aborted') then 0
  when v.status = 'uploading' then coalesce(v.size_bytes, 209715200)
  else v.size_bytes end as bytes) r
where v.reserved_bytes is distinct from r.bytes
union all
select v.company_id, v.store_id, format('video %s, ready', v.id), 'lacks an address or a fact',
  'playback_path, ready_at, width, height, duration_ms and has_audio'
from app.videos v
where v.status = 'ready'
  and (v.playback_path is null or v.ready_at is null or v.width is null or v.height is null or v.duration_ms is null
    or v.has_audio is null)
union all
select v.company_id, v.store_id, format('video %s, ready', v.id),
  coalesce('on no product since ' || v.unshown_since, 'counts as placed'),
  format('on %s products', (select count(*) from app.video_placements l where l.video_id = v.id))
from app.videos v
where v.status = 'ready' and (v.unshown_since is null) <> exists (select from app.video_placements l
  where l.video_id = v.id)
union all
select l.company_id, l.store_id, format('product %s', l.product_id), format('video %s, %s', v.id, v.status),
  'no video that has ended'
from app.video_placements l join app.videos v on v.id = l.video_id
where v.status in ('rejected', 'aborted')
union all
select p.company_id, p.store_id, format('part %s of video %s', p.part_number, v.id),
  format('%s bytes of a video that is %s', p.size_bytes, v.status),
  case when v.status <> 'uploading' then 'no part' else format('part of %s bytes', v.size_bytes) end
from app.video_parts p join app.videos v on v.id = p.video_id
where v.status <> 'uploading'
  or (v.source = 'upload' and p.size_bytes is distinct from least(8388608,
    v.size_bytes - (p.part_number - 1) * 8388608::bigint))
union all
select v.company_id, v.store_id, format('video %s, %s', v.id, v.status),
  format('%s is about to be deleted', d.media_key), 'its files stay'
from app.videos v join internal.media_deletions d on d.media_key in (v.storage_key, v.poster_key, v.cover_key)
where v.status in ('uploading', 'verifying', 'ready');
call internal.install_check('ledger.check_videos');
