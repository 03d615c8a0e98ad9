grant select, insert, update, delete on internal.sign_in_waits to haat_gatekeeper;
grant select on internal.sign_in_waits to haat_dba;
