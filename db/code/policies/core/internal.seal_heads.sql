grant select, insert, update on internal.seal_heads to haat_gatekeeper;
grant select on internal.seal_heads to haat_dba;
