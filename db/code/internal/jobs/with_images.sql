-- Writes the images that were fetched for a line into its input.
-- Takes: the input; the images it asks for [{path, stored, …}]; what was fetched of each, in the same order (or
-- null).
-- Gives: the input. Nothing but the places that the line itself names is changed.
create or replace function internal.with_images(input jsonb, images jsonb, fetched jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
declare
  v_image record;
begin
  if fetched is null then
    return input;
  end if;
  for v_image in
    select array(select jsonb_array_elements_text(e.image -> 'path')) || (e.image ->> 'stored') as place,
      fetched -> (e.n - 1)::integer as stored
    from jsonb_array_elements(images) with ordinality as e (image, n)
  loop
    input := jsonb_set(input, v_image.place, v_image.stored);
  end loop;
  return input;
end
$$;
grant execute on function internal.with_images(jsonb, jsonb, jsonb) to haat_api;
