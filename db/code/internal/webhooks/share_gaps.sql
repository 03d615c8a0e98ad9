-- Keeps the gaps of disabled endpoints open until the transaction ends, because its events fall into them.
-- Takes: the endpoints.
--
-- Transactions with events share the lock; internal.end_gap takes it alone.
create or replace function internal.share_gaps(endpoint_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('webhook gap ' || e.id, 0))
    from (select distinct u.id from unnest(endpoint_ids) as u (id) order by u.id) e;
end
$$;
