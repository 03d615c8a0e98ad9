grant select on internal.workers to haat_dba;
