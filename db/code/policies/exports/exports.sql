call internal.install_fence('app.exports', 'store');
-- Where the file is stored is signed into its address by the server; which worker writes it concerns the workers only.
grant select on app.exports to haat_api, haat_dba;
grant select, update, delete on app.exports to haat_gatekeeper;
