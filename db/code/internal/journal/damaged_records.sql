--! owner: haat_gatekeeper
-- Gives the records of a journaled table that are not as the last row of the journal left them, and those of which the
-- journal says that they are there, or are not, against the truth.
-- Takes: a table of ledger.journaled_tables.
-- Gives: what differs, with the last known good value and who set it, as far as the journal tells.
--
-- As the gatekeeper, who alone may read secrets for their hash; none is given. A baseline counts only as long as there
-- is no other row: a change that was under way when it was taken is told of with an older id.
create or replace function internal.damaged_records(table_name text)
  returns table (company_id uuid, store_id uuid, object text, found text, expected text)
language plpgsql stable security definer rows 1
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
declare
  v_table record;
begin
  select * into strict v_table from internal.journaled_tables() j where j.table_name = damaged_records.table_name;
  return query execute format($query$
    with last as materialized (
      select distinct on (c.record_id, c.part) c.id, c.record_id, c.part, c.company_id, c.store_id, c.action,
        c.record_digest, c.actor_name, c.created_at
      from app.changes c
      where c.record_type = $1
      order by c.record_id, c.part, c.action = 'baseline', c.id desc
    ), present as (
      select (r.record ->> $2[1])::uuid as id, coalesce(r.record ->> $2[2], '') as part, r.record
      from (select to_jsonb(t) - $3 as record from %s t) r
    )
    select coalesce(l.company_id, (p.record ->> 'company_id')::uuid),
      coalesce(l.store_id, (p.record ->> 'store_id')::uuid),
      concat_ws(' ', $1, coalesce(p.id, l.record_id), nullif(coalesce(p.part, l.part), '')),
      case when p.id is null then 'gone' when l.id is null then 'nothing tells who added it'
        when l.action = 'delete' then 'it is there again' else coalesce(d.found, 'other values') end,
      case when l.id is null then 'a row of the journal'
        when l.action = 'delete' then format('gone, deleted by %%s at %%s', l.actor_name, l.created_at)
        else coalesce(d.expected, format('as %%s left it at %%s', l.actor_name, l.created_at)) end
    from last l
    full join present p on p.id = l.record_id and p.part = l.part
    left join lateral internal.differences_from_journal($1, p.record, p.part, p.id, $5) d
      on p.id is not null and l.action <> 'delete'
    where case when p.id is null then l.action <> 'delete'
      when l.id is null then $6
      when l.action = 'delete' then true
      else internal.record_digest(p.record) <> l.record_digest
        and not internal.is_as_recorded(p.record, $4, l.record_digest) end
  $query$, v_table.table_name)
  using v_table.record_type, v_table.keys, v_table.uncounted, v_table.counted, v_table.secret, v_table.has_inserts;
end
$$;
grant execute on function internal.damaged_records(text) to haat_dba;
