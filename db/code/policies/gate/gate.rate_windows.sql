grant select, insert, update, delete on gate.rate_windows to haat_gatekeeper;
