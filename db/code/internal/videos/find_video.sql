-- Takes: a video and its store (null: any the key sees).
-- Gives: it when the current key, or one it replaced, started it; staff find every one that they see.
-- Raises: HT100.
-- see: guides/videos#show-it-on-a-product
--
-- What another key started does not exist for this one. An upload past its expiry counts as aborted, swept or not.
create or replace function internal.find_video(id uuid, store_id uuid) returns app.videos
language plpgsql volatile
set search_path = ''
as $$
declare
  v_video app.videos;
begin
  select * into v_video from app.videos t
    where t.id = find_video.id and (find_video.store_id is null or t.store_id = find_video.store_id)
      and internal.is_own_video(t.key_id);
  if v_video.id is null then
    perform internal.fail('HT100', case when internal.is_staff_acting() then 'gone' else 'gone.ofLineage' end,
      '{"thing": "video"}');
  end if;
  if internal.has_expired(v_video.status, v_video.expires_at, v_video.lease_expires_at) then
    v_video.status := 'aborted';
    v_video.abort_reason := 'expired';
  end if;
  return v_video;
end
$$;
