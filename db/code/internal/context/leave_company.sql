-- Undoes internal.act_as for the rest of the transaction: no company, so no rows.
--
-- A staff session, if haat.session names one, is looked up again by the next question.
create or replace function internal.leave_company() returns void
language sql volatile
begin atomic
  select pg_catalog.set_config(name, '', true)
  from (values
    ('haat.company_id'),
    ('haat.store_ids'),
    ('haat.key_store_id'),
    ('haat.key_id'),
    ('haat.actor_type'),
    ('haat.actor_id'),
    ('haat.actor_name'),
    ('haat.permissions'),
    ('haat.session_id'),
    ('haat.is_limited'),
    ('haat.proof')) as s (name);
end;
grant execute on function internal.leave_company() to haat_api;
