grant select on internal.history_seals to haat_dba;
grant select, insert on internal.history_seals to haat_gatekeeper;
