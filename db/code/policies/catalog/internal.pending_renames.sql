grant select on internal.pending_renames to haat_dba, haat_gatekeeper;
