call internal.install_fence('app.document_numbers', 'company');
grant select on app.document_numbers to haat_dba;
