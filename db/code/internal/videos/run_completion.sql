-- Runs api.complete_video for staff.
-- Gives: what it refused and kept {sqlstate, message, fields}; null when it refused nothing.
-- Raises: as api.complete_video.
create or replace function internal.run_completion(input jsonb) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_refusal jsonb;
begin
  perform api.complete_video(input);
  v_refusal := nullif(current_setting('haat.refusal', true), '')::jsonb;
  perform set_config('haat.refusal', '', true);
  return v_refusal;
end
$$;
