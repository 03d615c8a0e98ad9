-- Statement trigger: moves updated_at of the attributes of which a value really changed, as they show their values.
-- Takes: transition tables old_rows and new_rows with attribute_id.
create or replace function internal.tg__touch_attribute() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'INSERT' then
    v_ids := array(select distinct attribute_id from new_rows);
  else
    v_ids := array(select distinct c.attribute_id from (table new_rows except table old_rows) c);
  end if;
  update app.attributes a set updated_at = a.updated_at + interval '1 millisecond' where a.id = any (v_ids);
  return null;
end
$$;
