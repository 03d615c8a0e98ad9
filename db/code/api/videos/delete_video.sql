-- DELETE /videos/{id}: cancels an unfinished upload or import (it ends aborted), removes a ready video, off archived
-- products too; what has ended stays as it is; gives {id, deleted}.
-- Raises, in this order, HT008 and HT100 for store_id, HT010, HT013, HT100, HT114, HT115 (a product that is not
-- archived has it).
create or replace function api.delete_video(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_video app.videos;
begin
  perform internal.require_videos(v_store_id);
  perform internal.lock_company_videos();
  v_video := internal.lock_video((input ->> 'id')::uuid, v_store_id);
  if v_video.status = 'verifying' or (v_video.status = 'uploading' and v_video.source = 'upload'
    and internal.is_leased(v_video.lease_expires_at)) then
    perform internal.fail('HT114', 'videoBusy.delete');
  elsif v_video.status = 'uploading' then
    perform internal.end_video(v_video.id, 'cancelled');
  elsif v_video.status = 'ready' then
    if exists (select from app.video_placements l join app.products p on p.id = l.product_id
      where l.video_id = v_video.id
      and p.status <> 'archived') then
      perform internal.fail('HT115', 'videoShown');
    end if;
    perform internal.remove_video(v_video.id);
  end if;
  return json_build_object('id', v_video.id, 'deleted', true);
end
$$;
grant execute on function api.delete_video(jsonb) to haat_api;
