-- Takes: video ids and, of a single one, the parts that storage has of it [{part_number, size_bytes}].
-- Gives: each visible one as the API shows it, in the order asked.
-- see: guides/videos#states
create or replace function internal.video_documents(ids uuid[], uploaded_parts json default '[]')
  returns table (ordinal bigint, id uuid, document json)
language plpgsql volatile rows 25
set search_path = ''
as $$
begin
  return query
  with placements as (
    select l.video_id, json_agg(json_build_object('product_id', l.product_id,
        'gallery_slot', least(l.gallery_slot,
          (select count(*) from app.product_images i where i.product_id = l.product_id)),
        'sort_order', l.sort_order, 'option_value_id', l.option_value_id) order by l.created_at, l.product_id) as list
    from app.video_placements l
    where l.video_id = any (video_documents.ids)
    group by l.video_id
  )
  select w.n, v.id, row_to_json(d)
  from unnest(video_documents.ids) with ordinality as w (id, n)
  join app.videos v on v.id = w.id
  cross join lateral (select internal.has_expired(v.status, v.expires_at, v.lease_expires_at) as expired) x
  left join placements on placements.video_id = v.id and not x.expired
  cross join lateral (
    select v.id, v.store_id, case when x.expired then 'aborted' else v.status end as status,
      v.source, v.source_url, v.file_name, v.size_bytes, v.content_type,
      case when v.source = 'upload' then 8388608 end as part_size, v.part_count,
      case when v.source = 'upload' and v.status = 'uploading' and not x.expired then video_documents.uploaded_parts
        else '[]'::json end as uploaded_parts,
      internal.media_url(v.playback_path) as url,
        internal.media_url(coalesce(v.cover_key, v.poster_key)) as poster_url,
      v.width, v.height, v.duration_ms, v.has_audio,
      case when v.status = 'rejected'
        then json_build_object('code', v.rejection_code, 'message', v.rejection_message) end as rejection,
      case when x.expired then 'expired' else v.abort_reason end as abort_reason,
      coalesce(placements.list, '[]'::json) as placements,
      internal.timestamp_text(case when not x.expired then v.expires_at end) as expires_at,
        internal.timestamp_text(v.ready_at) as ready_at,
      internal.timestamp_text(v.created_at) as created_at, internal.timestamp_text(v.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.video_documents(uuid[], json) to haat_api;
