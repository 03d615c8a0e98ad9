-- Sets the address that our images and videos are served from. The documents use it from now on.
--
-- Runs at every start, as the owner: documents must name the origin that serves today.
create or replace function internal.set_media_url(media_url text) returns void
language sql volatile
set search_path = ''
begin atomic
  update internal.deployment d set media_url = pg_catalog.rtrim(set_media_url.media_url, '/')
    where d.media_url <> pg_catalog.rtrim(set_media_url.media_url, '/');
end;
