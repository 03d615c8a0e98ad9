grant select, insert, update, delete on gate.image_calls to haat_gatekeeper;
