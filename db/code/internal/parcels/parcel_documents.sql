-- Shows parcels as the API does.
-- Takes: parcel ids.
-- Gives: a document for each visible one, in the order of the ids.
-- see: guides/connect-a-courier
create or replace function internal.parcel_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, p.id, row_to_json(d)
  from unnest(parcel_documents.ids) with ordinality as w (id, n)
  join app.parcels p on p.id = w.id
  join app.orders o on o.id = p.order_id
  left join app.couriers c on c.id = p.courier_id
  cross join lateral (
    select p.id, p.store_id, p.order_id, o.number as order_number,
      case when c.id is not null then
        json_build_object('id', c.id, 'name', c.name, 'reports_pickups', c.reports_pickups) end as courier,
      p.status, p.tracking_code, p.weight_grams, p.note,
      p.cod_amount::text as cod_amount, p.collected_amount::text as collected_amount,
      p.paid_out_amount::text as paid_out_amount, p.charged_amount::text as charged_amount,
      p.written_off_amount::text as written_off_amount, p.held_amount::text as held_amount,
      p.is_pickup_recorded, internal.timestamp_text(p.booked_at) as booked_at,
      internal.timestamp_text(p.picked_up_at) as picked_up_at, internal.timestamp_text(p.delivered_at) as delivered_at,
      internal.timestamp_text(p.received_at) as received_at, internal.timestamp_text(p.cancelled_at) as cancelled_at,
      internal.timestamp_text(p.payout_at) as paid_out_at,
      internal.timestamp_text(p.created_at) as created_at, internal.timestamp_text(p.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.parcel_documents(uuid[]) to haat_api, haat_staff;
