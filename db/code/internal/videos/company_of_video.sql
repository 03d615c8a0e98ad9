--! owner: haat_gatekeeper
-- Takes: a video.
-- Gives: its company, null when it is gone.
create or replace function internal.company_of_video(video_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select v.company_id from app.videos v where v.id = company_of_video.video_id);
end
$$;
grant execute on function internal.company_of_video(uuid) to haat_owner;
