-- Gives a text that staff wrote, without blanks around it; null for nothing.
-- Takes: the text, the field it came from, and how long it may be.
-- Raises: HT008.
create or replace function internal.remark(value text, field text, longest integer default 1000) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_text constant text := nullif(btrim(value), '');
begin
  if length(v_text) > longest then
    perform internal.field_error('HT008', field, 'tooLong.characters', jsonb_build_object('most', longest));
  end if;
  return v_text;
end
$$;
