-- Whoever can read it can become anybody.
grant select on internal.context_secret to haat_gatekeeper;
