grant select on internal.deployment to haat_api, haat_staff, haat_worker, haat_gatekeeper, haat_dba;
