grant select on internal.archives to haat_dba;
grant select, insert on internal.archives to haat_gatekeeper;
