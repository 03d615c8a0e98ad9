-- An attribute's document shows its values, so a change of a value is a change of the attribute.
create or replace function internal.tg__touch_attribute() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.attributes a set updated_at = internal.now()
    where a.id in (select r.attribute_id from new_rows r) and a.updated_at < internal.now();
  return null;
end
$$;
comment on function internal.tg__touch_attribute() is 'Statement trigger with the transition table new_rows that holds attribute_id: moves attributes.updated_at.';
