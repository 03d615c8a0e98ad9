grant select on internal.departures to haat_dba;
grant select, insert on internal.departures to haat_gatekeeper;
