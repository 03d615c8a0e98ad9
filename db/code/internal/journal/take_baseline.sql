--! owner: haat_gatekeeper
-- Writes a row of the journal for each record of a table that has none, or for each that is in the journal when the
-- columns of the table were changed: its hash, as it is now. In the name of the release.
-- Takes: a table of ledger.journaled_tables, and whether its columns were changed. Of orders and lines, which are
-- known by hashes in their timeline before they are in the journal, each gets one then.
-- Gives: how many rows.
--
-- No writer waits for a first baseline: a change that is under way is told of itself, and then the baseline does not
-- count (internal.damaged_records). A new shape is recorded as a change, under the lock of internal.keep_journal.
create or replace function internal.take_baseline(table_name text, is_reshaped boolean) returns bigint
language plpgsql volatile security definer
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  v_table record;
  v_count bigint;
begin
  select * into strict v_table from internal.journaled_tables() j where j.table_name = take_baseline.table_name;
  execute format($query$
    insert into app.changes (company_id, store_id, actor_type, actor_name, record_type, record_id, part, parent_id,
      action, record_digest, created_at)
    select (case $1 when 'company' then r.record ->> 'id' else r.record ->> 'company_id' end)::uuid,
      (case $1 when 'store' then r.record ->> 'id' else r.record ->> 'store_id' end)::uuid, 'release', 'Release', $1,
      (r.record ->> $2[1])::uuid, coalesce(r.record ->> $2[2], ''), (r.record ->> $4)::uuid,
      case when $5 then 'update' else 'baseline' end, internal.record_digest(r.record), internal.now()
    from (select to_jsonb(t) - $3 as record from %s t) r
    where $5 and $6 or $5 = exists (
      select from app.changes c
      where c.record_type = $1 and c.record_id = (r.record ->> $2[1])::uuid
        and c.part = coalesce(r.record ->> $2[2], ''))
  $query$, v_table.table_name)
  using v_table.record_type, v_table.keys, v_table.uncounted, v_table.parent, is_reshaped,
    v_table.table_name in ('app.orders', 'app.order_items');
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
grant execute on function internal.take_baseline(text, boolean) to haat_owner;
