-- Row trigger: notes which parcels the transaction wrote, with a + those that it made, for internal.publish_parcels.
create or replace function internal.tg_parcels__note_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('haat.changed_parcels', concat_ws(' ', nullif(current_setting('haat.changed_parcels', true), ''),
    case tg_op when 'INSERT' then '+' else '' end || new.id), true);
  return null;
end
$$;
