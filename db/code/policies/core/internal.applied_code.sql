grant select on internal.applied_code to haat_dba;
