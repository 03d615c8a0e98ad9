grant select on internal.timer_runs to haat_dba, haat_gatekeeper;
