-- Shows returns as the API does, with their lines in the order of the order's.
-- Takes: return ids.
-- Gives: a document for each visible one, in the order of the ids.
create or replace function internal.return_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, r.id, row_to_json(d)
  from unnest(return_documents.ids) with ordinality as w (id, n)
  join app.returns r on r.id = w.id
  join app.orders o on o.id = r.order_id
  cross join lateral (
    select json_agg(json_build_object(
        'order_item_id', e.order_item_id,
        'sku', i.sku,
        'quantity', e.quantity,
        'sellable_quantity', e.sellable_quantity,
        'damaged_quantity', e.damaged_quantity) order by i.line) as lines
    from app.return_lines e
    join app.order_items i on i.id = e.order_item_id
    where e.return_id = r.id
  ) l
  cross join lateral (
    select r.id, r.store_id, r.order_id, o.number as order_number, r.number, r.status, r.reason, l.lines,
      internal.timestamp_text(r.received_at) as received_at,
      internal.timestamp_text(r.created_at) as created_at, internal.timestamp_text(r.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.return_documents(uuid[]) to haat_api, haat_staff;
