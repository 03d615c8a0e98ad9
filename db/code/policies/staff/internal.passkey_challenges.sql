grant select, insert, update, delete on internal.passkey_challenges to haat_gatekeeper;
grant select (ceremony, session_id, expires_at) on internal.passkey_challenges to haat_dba;
