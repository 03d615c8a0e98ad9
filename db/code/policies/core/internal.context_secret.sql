-- A role that can read it can act as any person.
grant select on internal.context_secret to haat_gatekeeper;
