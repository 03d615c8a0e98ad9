call internal.install_fence('app.ledger_seals', 'company');
grant select on app.ledger_seals to haat_dba;
grant select, insert on app.ledger_seals to haat_gatekeeper;
