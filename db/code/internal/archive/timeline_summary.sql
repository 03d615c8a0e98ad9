-- Sums up the timeline of an order, with the summary that it begins with.
-- Gives: the detail of an entry "archived": upto and upto_id, the newest entry; the status that it ends at; the agent
-- who first confirmed the order, else who created it; and the cash of each parcel, as it was told last
-- (ledger.check_parcel_cash). And the newest hashes of the order.
create or replace function internal.timeline_summary(store_id uuid, order_id uuid, out detail jsonb, out prints bytea)
language sql stable
set search_path = ''
begin atomic
  with entries as (
    select coalesce((t.detail ->> 'upto_id')::uuid, t.id) as id, t.action, t.to_status, t.detail, t.prints,
      t.actor_id, t.actor_name, t.created_at
    from app.order_timeline t
    where t.store_id = timeline_summary.store_id and t.order_id = timeline_summary.order_id
  )
  select jsonb_build_object(
    'upto', (select coalesce((e.detail ->> 'upto')::timestamptz, e.created_at) from entries e
      order by e.id desc limit 1),
    'upto_id', (select e.id from entries e order by e.id desc limit 1),
    'status', (select coalesce(e.to_status, e.detail ->> 'status') from entries e
      where e.to_status is not null or e.action = 'archived' order by e.id desc limit 1),
    'agent', (
      select case e.action when 'archived' then e.detail -> 'agent' else jsonb_build_object(
        'id', e.actor_id, 'name', e.actor_name, 'has_confirmed', e.action <> 'created') end
      from entries e
      where e.to_status = 'confirmed' or e.action = 'created' or e.action = 'archived' and e.detail ? 'agent'
      -- A summary knows entries before those that are left.
      order by case when e.action = 'archived' then (e.detail #>> '{agent,has_confirmed}')::boolean
        else e.action <> 'created' end desc nulls last, (e.action = 'archived') desc, e.id limit 1),
    'parcels', (
      select coalesce(jsonb_agg(p.facts order by p.facts ->> 'parcel_id'), '[]')
      from (
        select jsonb_object_agg(f.key, f.value) as facts
        from (
          select distinct on (d.parcel ->> 'parcel_id', x.key) d.parcel ->> 'parcel_id' as parcel_id, x.key, x.value
          from entries e
          cross join lateral (
            select e.detail as parcel where e.action <> 'archived' and e.detail ? 'parcel_id'
            union all
            select a.value from jsonb_array_elements(e.detail -> 'parcels') a where e.action = 'archived'
          ) d
          cross join lateral jsonb_each(d.parcel) x
          where x.key in ('parcel_id', 'collected_amount', 'written_off_amount')
            or x.key = 'cod_amount' and e.action in ('parcel_booked', 'archived')
          order by d.parcel ->> 'parcel_id', x.key, e.id desc
        ) f
        group by f.parcel_id
      ) p)),
    (select e.prints from entries e where e.prints is not null order by e.id desc limit 1);
end;
grant execute on function internal.timeline_summary(uuid, uuid) to haat_gatekeeper;
