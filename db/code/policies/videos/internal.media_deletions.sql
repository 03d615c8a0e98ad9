grant select, insert on internal.media_deletions to haat_gatekeeper;
grant select on internal.media_deletions to haat_dba;
