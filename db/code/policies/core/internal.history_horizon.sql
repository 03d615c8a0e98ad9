grant select, insert, update on internal.history_horizon to haat_gatekeeper;
grant select on internal.history_horizon to haat_dba;
