grant select, update on sequence internal.latest_clock to haat_gatekeeper;
