-- Takes: a video and its store (null: any the key sees).
-- Gives: it when the current key, or one it replaced, started it.
-- Raises: HT100.
-- spec: Errors, Rules
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
      and t.key_id = any (internal.current_key_ids());
  if v_video.id is null then
    perform internal.fail('HT100', 'No such video among those that this key, or one it replaced, started.');
  end if;
  if internal.has_expired(v_video.status, v_video.expires_at, v_video.lease_expires_at) then
    v_video.status := 'aborted';
    v_video.abort_reason := 'expired';
  end if;
  return v_video;
end
$$;
