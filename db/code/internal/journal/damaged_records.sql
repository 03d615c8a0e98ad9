--! owner: haat_gatekeeper
-- Gives the records of a journaled table that are not as the last row of the journal left them, and those of which the
-- journal says that they are there, or are not, against the truth.
-- Takes: a table of ledger.journaled_tables; which share of how many, null for all records; and of a share the orders
-- that were touched since the audit before, beside the records of which the journal tells since then.
-- Gives: what differs, with the last known good value and who set it, as far as the journal tells.
--
-- As the gatekeeper, who alone may read secrets for their hash; none is given. A baseline counts only as long as there
-- is no other row: a change that was under way when it was taken is told of with an older id. From the journal to the
-- records, each by its key, and back: of a record without a journal nothing is to be computed.
create or replace function internal.damaged_records(table_name text, share integer default null,
  shares integer default null, touched_orders uuid[] default null)
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
      where c.record_type = $1 %1$s
      order by c.record_id, c.part, c.action = 'baseline', c.id desc
    )
    select coalesce(l.company_id, (p.record ->> 'company_id')::uuid),
      coalesce(l.store_id, (p.record ->> 'store_id')::uuid),
      concat_ws(' ', $1, l.record_id, nullif(l.part, '')),
      case when p.record is null then 'gone' when l.action = 'delete' then 'it is there again'
        else coalesce(d.found, 'other values') end,
      case when l.action = 'delete' then format('gone, deleted by %%s at %%s', l.actor_name, l.created_at)
        else coalesce(d.expected, format('as %%s left it at %%s', l.actor_name, l.created_at)) end
    from last l
    left join lateral (
      select to_jsonb(t) - $2 as record from %2$s t where t.%3$I = l.record_id and %4$s = l.part offset 0) p on true
    left join lateral internal.differences_from_journal($1, p.record, l.part, l.record_id, $4) d
      on p.record is not null and l.action <> 'delete'
    where case when p.record is null then l.action <> 'delete'
      when l.action = 'delete' then true
      else internal.record_digest(p.record) <> l.record_digest
        and not internal.is_as_recorded(p.record, $3, l.record_digest) end
    union all
    select distinct (to_jsonb(t) ->> 'company_id')::uuid, (to_jsonb(t) ->> 'store_id')::uuid,
      concat_ws(' ', $1, t.%3$I, nullif(%4$s, '')), 'nothing tells who added it', 'a row of the journal'
    from %5$s t
    where $5 and not exists (select from %6$s l where l.record_id = t.%3$I and l.part = %4$s)
  $query$, case when damaged_records.share is not null then 'and c.record_id in (
        select u.record_id
        from internal.share_ranges($6, $7) r
        cross join lateral (
          select x.record_id from app.changes x
          where x.record_type = $1 and x.record_id between r.from_id and r.upto_id offset 0) u
        where internal.audit_share(u.record_id, $7) = $6
        union
        select x.record_id from app.changes x where x.record_type = $1 and x.id > internal.verified_upto()
        union
        select x.record_id from app.changes x where x.record_type = $1 and x.parent_id = any ($8)
        union
        select unnest($8))' end,
    v_table.table_name, v_table.keys[1],
    coalesce('t.' || quote_ident(v_table.keys[2]) || '::text', quote_literal('')),
    case when damaged_records.share is null then v_table.table_name
      else format('(select s.* from %s s union all select t.* from %s t where t.%I > internal.verified_upto())',
        internal.share_rows(v_table.table_name, v_table.keys[1], damaged_records.share, damaged_records.shares),
        v_table.table_name, v_table.keys[1]) end,
    case when damaged_records.share is null then 'last'
      else '(select c.record_id, c.part from app.changes c where c.record_type = $1)' end)
  using v_table.record_type, v_table.uncounted, v_table.counted, v_table.secret, v_table.has_inserts,
    damaged_records.share, damaged_records.shares, damaged_records.touched_orders;
end
$$;
grant execute on function internal.damaged_records(text, integer, integer, uuid[]) to haat_dba;
