call internal.install_fence('app.ledger_seal_segments', 'company');
grant select on app.ledger_seal_segments to haat_dba;
grant select, insert on app.ledger_seal_segments to haat_gatekeeper;
