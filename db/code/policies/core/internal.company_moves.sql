grant select on internal.company_moves to haat_dba;
grant select, update, delete on internal.company_moves to haat_gatekeeper;
