-- Gives the operations that jobs may run besides those of the API: each is the function internal.<name>(input jsonb),
-- which gives a document as JSON and may be run by haat_api.
--
-- They have no endpoint of their own: only our own functions start such a job (internal.open_job).
create or replace function internal.internal_job_operations() returns text[]
language sql immutable
return array['import_product', 'import_customer', 'import_order'];
