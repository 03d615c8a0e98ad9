grant select, update on sequence internal.context_holds to haat_gatekeeper;
