-- Shows payouts as the API does, with their lines and charges in the order in which they were recorded.
-- Takes: payout ids.
-- Gives: a document for each visible one, in the order of the ids.
create or replace function internal.payout_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, t.id, row_to_json(d)
  from unnest(payout_documents.ids) with ordinality as w (id, n)
  join app.payouts t on t.id = w.id
  left join app.couriers c on c.id = t.courier_id
  cross join lateral (
    select coalesce(json_agg(json_build_object(
        'payment_id', p.id,
        'parcel_id', p.parcel_id,
        'order_id', p.order_id,
        'order_number', o.number,
        'amount', p.amount::text,
        'charged_amount', p.charged_amount::text) order by p.id), '[]') as lines
    from app.payments p
    join app.orders o on o.id = p.order_id
    where p.store_id = t.store_id and p.payout_id = t.id
  ) l
  cross join lateral (
    select coalesce(json_agg(json_build_object(
        'parcel_id', h.parcel_id,
        'order_id', a.order_id,
        'order_number', a.order_number,
        'kind', h.kind,
        'amount', h.amount::text,
        'agreed_amount', h.agreed_amount::text,
        'note', h.note) order by h.id), '[]') as charges,
      sum(h.amount - h.agreed_amount) as above_agreed
    from app.courier_charges h
    left join lateral (
      select o.id as order_id, o.number as order_number
      from app.parcels w join app.orders o on o.id = w.order_id where w.id = h.parcel_id limit 1
    ) a on true
    where h.store_id = t.store_id and h.payout_id = t.id and h.reverses_id is null
  ) k
  cross join lateral (
    select t.id, t.store_id,
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as courier,
      t.reference, t.amount::text as amount, t.charged_amount::text as charged_amount,
      (t.amount + t.charged_amount)::text as collected_amount, l.lines, k.charges,
      k.above_agreed::text as above_agreed_amount,
      internal.timestamp_text(t.received_at) as received_at,
      internal.timestamp_text(t.created_at) as created_at, internal.timestamp_text(t.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.payout_documents(uuid[]) to haat_api, haat_staff;
