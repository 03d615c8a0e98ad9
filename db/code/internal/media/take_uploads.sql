-- Puts the pictures of uploads into the input of an operation.
-- Takes: the input; uploads in it are [{path, field, id, max_bytes?}]: where a picture belongs, what the client calls
-- that place, which upload it is.
-- Gives: the input as after the image forms of the API, without uploads.
-- Raises: HT008.
create or replace function internal.take_uploads(input jsonb) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_input jsonb := input - 'uploads';
  v_upload jsonb;
begin
  for v_upload in
    select u.upload
    from jsonb_array_elements(coalesce(input -> 'uploads', '[]')) with ordinality as u (upload, n)
    order by u.n
  loop
    v_input := jsonb_set(v_input, array(select jsonb_array_elements_text(v_upload -> 'path')),
      internal.take_upload((v_upload ->> 'id')::uuid, v_upload ->> 'field', (v_upload ->> 'max_bytes')::bigint));
  end loop;
  return v_input;
end
$$;
