grant select on internal.released_schema to haat_dba;
