grant select on internal.journal_shapes to haat_dba;
