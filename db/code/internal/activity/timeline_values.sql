-- Gives what a row of a timeline says of before or of after, as an entry of the activity: the status, the fields that
-- changed, or all further facts.
-- Takes: of the row its action, the status before or after, what was noted and the detail, and whether after is asked
-- for.
create or replace function internal.timeline_values(action text, status text, note text, detail jsonb,
  is_after boolean) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select nullif(case
    when timeline_values.action in ('updated', 'edited') then (
      select coalesce(jsonb_object_agg(d.key, d.value -> is_after::integer), '{}')
      from jsonb_each(timeline_values.detail - 'items') d)
      || case when is_after and timeline_values.detail ? 'items'
        then jsonb_build_object('items', timeline_values.detail -> 'items') else '{}' end
    when not is_after then jsonb_strip_nulls(jsonb_build_object('status', timeline_values.status))
    else jsonb_strip_nulls(jsonb_build_object('status', timeline_values.status))
      || coalesce(timeline_values.detail, '{}') end
    -- Why an order was edited is not its note.
    || case when is_after then jsonb_strip_nulls(jsonb_build_object(
      case timeline_values.action when 'edited' then 'reason' else 'note' end, timeline_values.note))
      else '{}' end, '{}');
end;
grant execute on function internal.timeline_values(text, text, text, jsonb, boolean) to haat_staff, haat_dba;
