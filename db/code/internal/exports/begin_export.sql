--! owner: haat_gatekeeper
-- Notes up to when an export will hold every change, before its snapshot is taken.
-- Takes: the export, the attempt that writes it, and how long before now synced_until is to be.
-- Gives: the transactions that are open. The snapshot may be taken once all of them have ended: then whatever wrote
-- before synced_until has been committed or undone.
--
-- updated_at is of the clock at the write, and older than the commit: a snapshot may lack a change whose time is
-- before that of the snapshot. The margin is for the moment between a row's time and its transaction's number, as in
-- internal.seal_history.
create or replace function internal.begin_export(export_id uuid, lease_id uuid, margin interval)
  returns text[]
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := greatest(clock_timestamp(), internal.clock_floor());
begin
  update app.exports e set synced_until = date_trunc('milliseconds', v_now - margin)
    where e.id = export_id and e.lease_id = begin_export.lease_id;
  return internal.open_transactions();
end
$$;
grant execute on function internal.begin_export(uuid, uuid, interval) to haat_worker;
