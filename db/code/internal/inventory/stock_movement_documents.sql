-- Shows rows of the stock ledger as the API does, without any cost.
-- Takes: movement ids.
-- Gives: each movement that the caller can see, in the order of the ids.
-- see: reference/inventory#list_inventory_movements
create or replace function internal.stock_movement_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, m.id, row_to_json(d)
  from unnest(stock_movement_documents.ids) with ordinality as w (id, n)
  join app.stock_movements m on m.id = w.id
  cross join lateral (
    select
      m.id,
      m.store_id,
      m.location_id,
      m.variant_id,
      m.sku,
      m.sequence,
      m.type,
      m.quantity_change,
      m.reserved_change,
      m.on_hand_after,
      m.reserved_after,
      m.reason,
      case when m.reference_type is not null then
        json_build_object('type', m.reference_type, 'id', m.reference_id, 'number', m.reference_number)
      end as reference,
      json_build_object('type', m.actor_type, 'id', m.actor_id, 'name', m.actor_name) as actor,
      m.request_id,
      internal.timestamp_text(m.created_at) as created_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.stock_movement_documents(uuid[]) to haat_api, haat_staff;
