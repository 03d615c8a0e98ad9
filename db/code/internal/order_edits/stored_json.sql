-- Gives JSON of a client in the form in which history keeps it, or as text where Postgres has no number for one of its
-- numbers. JSON null becomes SQL null.
create or replace function internal.stored_json(sent json) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  return nullif(sent::jsonb, 'null');
exception when numeric_value_out_of_range then
  return to_jsonb(sent::text);
end
$$;
