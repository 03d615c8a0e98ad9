grant select, insert, update, delete on gate.job_lines to haat_gatekeeper;
