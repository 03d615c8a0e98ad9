-- Gives the address of a stored file on our own origin, or null for no file.
--
-- A plain SQL body is inlined; the base address is read once a statement.
create or replace function internal.media_url(media_key text) returns text
language sql stable
return (select d.media_url from internal.deployment d) || '/' || media_key;
grant execute on function internal.media_url(text) to haat_api, haat_gatekeeper, haat_staff, haat_dba;
