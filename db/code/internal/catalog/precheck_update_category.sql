-- Refuses update_category before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT100 for the category; HT101 (parent).
create or replace function internal.precheck_update_category(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
begin
  perform internal.require_category((input ->> 'id')::uuid, v_store_id);
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, v_store_id);
end
$$;
grant execute on function internal.precheck_update_category(jsonb) to haat_api;
