--! owner: haat_gatekeeper
-- Tells whether an entry of the activity stands for a change of the journal already: one that was written for its
-- object by the same request, or another row of the journal. What a request changed of an object is told by the first
-- row of the object itself, or else of its parts; a payout by its sums, which come after its row.
-- Takes: the id, parent and request of the change, the action that it is, and the object that it is told of.
--
-- Requests end within 30 seconds. Without one, as by hand, each change tells of itself. As the gatekeeper: it is asked
-- of every row of a page, and the fence would prove anew each time who acts. It says yes or no of rows that are seen.
create or replace function internal.is_told_elsewhere(change_id uuid, company_id uuid, parent_id uuid, request_id text,
  action text, is_part boolean, object_type text, object_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_at constant timestamptz := uuid_extract_timestamp(change_id);
  v_from_id constant uuid := internal.id_floor(v_at - interval '30 seconds');
  v_end_id constant uuid := internal.id_floor(v_at + interval '30 seconds');
begin
  return exists (
      select from app.activity_log a
      where a.company_id = is_told_elsewhere.company_id
        and a.object_id in (is_told_elsewhere.object_id, is_told_elsewhere.parent_id)
        and a.id between v_from_id and v_end_id
        and (a.request_id = is_told_elsewhere.request_id
          or is_told_elsewhere.request_id is null and a.request_id is null and a.action = is_told_elsewhere.action))
    or is_told_elsewhere.request_id is not null and object_type <> 'payout' and (exists (
      select from app.changes o
      where o.record_type = object_type and o.record_id = object_id and o.id >= v_from_id
        and o.id < case when is_part then v_end_id else change_id end and o.request_id = is_told_elsewhere.request_id)
    or is_part and exists (
      select from app.changes o
      where o.parent_id = object_id and o.id >= v_from_id and o.id < change_id
        and o.request_id = is_told_elsewhere.request_id)
    or is_part and exists (
      select from app.changes o
      where o.record_type in ('product_category', 'stock_count_line', 'video_placement') and o.record_id = object_id
        and o.id >= v_from_id and o.id < change_id and o.request_id = is_told_elsewhere.request_id));
end
$$;
grant execute on function internal.is_told_elsewhere(uuid, uuid, uuid, text, text, boolean, text, uuid)
  to haat_owner, haat_staff, haat_dba;
