-- internal.begin_catalog_change for what starts, ends, places, takes off or removes a video: takes the company's row
-- first, before that of the product or the video.
-- Raises: HT014 (permission), HT100 (id, store_id), HT008 (uploads).
create or replace function internal.begin_video_change(object_type text, body jsonb, out id uuid, out store_id uuid,
  out input jsonb)
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.require_permission('catalog.manage');
  perform internal.lock_company_videos();
  select c.id, c.store_id, c.input into id, store_id, input
    from internal.begin_catalog_change(object_type, body) c;
end
$$;
