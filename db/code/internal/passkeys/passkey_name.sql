-- Gives the name of a passkey as it is kept.
-- Raises: HT008 (name).
create or replace function internal.passkey_name(given text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if coalesce(btrim(given), '') = '' then
    perform internal.field_error('HT008', 'name', 'required');
  elsif length(btrim(given)) > 100 then
    perform internal.field_error('HT008', 'name', 'tooLong.characters', '{"most": 100}');
  end if;
  return btrim(given);
end
$$;
