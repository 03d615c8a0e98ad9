grant select on internal.media_deletions to haat_dba, haat_gatekeeper;
