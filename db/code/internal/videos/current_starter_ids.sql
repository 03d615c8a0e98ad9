-- Gives for whom the videos that are started now count: the key with those it replaced, else rotating would begin
-- anew, or the member of staff.
create or replace function internal.current_starter_ids() returns uuid[]
language sql stable
return case when internal.is_staff_acting() then array[internal.current_actor_id()]
  else internal.current_key_ids() end;
