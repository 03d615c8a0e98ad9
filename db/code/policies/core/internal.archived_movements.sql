grant select on internal.archived_movements to haat_dba, haat_owner;
grant select, insert, update on internal.archived_movements to haat_gatekeeper;
