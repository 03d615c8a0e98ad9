-- Takes: a store, or null where a read is narrowed to none.
-- Raises HT010 when the plan has no product videos, then HT013 when the store's uploads are switched off.
create or replace function internal.require_videos(store_id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.require_plan_feature('product_videos');
  if exists (select from app.stores s where s.id = require_videos.store_id and not s.video_uploads_enabled) then
    perform internal.fail('HT013', 'videosOff');
  end if;
end
$$;
grant execute on function internal.require_videos(uuid) to haat_api;
