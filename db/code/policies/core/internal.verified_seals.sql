grant select on internal.verified_seals to haat_dba;
