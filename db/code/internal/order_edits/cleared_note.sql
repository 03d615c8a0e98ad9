-- Gives an edit of staff as the API takes it: an empty note clears the note of the order.
create or replace function internal.cleared_note(body jsonb) returns jsonb
language sql immutable
set search_path = ''
return case when btrim(body ->> 'note') = '' then body || '{"note": null}' else body end;
