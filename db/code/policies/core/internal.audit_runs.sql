grant select on internal.audit_runs to haat_dba, haat_gatekeeper;
