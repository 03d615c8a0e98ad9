-- Takes: what is wrong with a file (VIDEO_...).
-- Gives: the SQLSTATE that refuses it.
create or replace function internal.video_refusal(code text) returns text
language sql immutable
return case code
  when 'VIDEO_TOO_LARGE' then 'HT120' when 'VIDEO_NOT_MP4' then 'HT121' when 'VIDEO_TRUNCATED' then 'HT122'
  when 'VIDEO_CORRUPT' then 'HT123'
  when 'VIDEO_NO_VIDEO_TRACK' then 'HT124' when 'VIDEO_MULTIPLE_TRACKS' then 'HT125' when 'VIDEO_CODEC' then 'HT126'
  when 'VIDEO_HEVC' then 'HT127'
  when 'VIDEO_PROFILE' then 'HT128' when 'VIDEO_AUDIO_CODEC' then 'HT129' when 'VIDEO_DIMENSIONS' then 'HT130'
  when 'VIDEO_EMPTY' then 'HT131'
  when 'VIDEO_ENCRYPTED' then 'HT132' when 'VIDEO_FRAGMENTED' then 'HT133' when 'VIDEO_TOO_LONG' then 'HT134' end;
