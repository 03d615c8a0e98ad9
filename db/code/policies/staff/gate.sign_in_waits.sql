grant select, insert, update, delete on gate.sign_in_waits to haat_gatekeeper;
grant select (account, failures, failed_at, wait_until) on gate.sign_in_waits to haat_dba;
