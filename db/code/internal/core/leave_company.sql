-- Undoes internal.act_as for the rest of the transaction: no company, so no rows.
create or replace function internal.leave_company() returns void
language sql volatile
begin atomic
  select pg_catalog.set_config(name, '', true)
  from (values
    ('haat.company_id'),
    ('haat.store_ids'),
    ('haat.key_store_id'),
    ('haat.actor_type'),
    ('haat.actor_id'),
    ('haat.actor_name'),
    ('haat.permissions')) as s (name);
end;
