grant select, insert, update, delete on gate.image_links to haat_gatekeeper;
