-- Takes: the key of a stored file.
-- Gives: its address on our own origin, null for null.
--
-- Plain SQL body, inlined; the base is read once a statement.
create or replace function internal.media_url(media_key text) returns text
language sql stable
return (select d.media_url from internal.deployment d) || '/' || media_key;
grant execute on function internal.media_url(text) to haat_api, haat_staff, haat_worker;
