grant select on internal.workers to haat_dba;
grant select on internal.workers to haat_gatekeeper;
