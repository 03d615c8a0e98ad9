grant select on internal.company_moves to haat_dba, haat_gatekeeper;
