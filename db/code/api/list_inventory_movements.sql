create or replace function api.list_inventory_movements(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_page constant record := internal.page_ids('app.stock_movements', input, concat(
    case when input ->> 'variant_id' is not null then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
    -- By today's SKU of the variant: the ledger keeps the SKU as it was.
    case when input ->> 'sku' is not null then ' and t.variant_id in (select v.id from app.variants v where v.company_id = $2 and v.sku = $1 ->> ''sku'')' end,
    case when coalesce(input ->> 'location_id', input ->> 'warehouse_id') is not null then ' and t.location_id = coalesce($1 ->> ''location_id'', $1 ->> ''warehouse_id'')::uuid' end,
    case when input ->> 'type' is not null then ' and t.type = $1 ->> ''type''' end,
    case when input ->> 'order_id' is not null then ' and t.reference_id = ($1 ->> ''order_id'')::uuid and t.reference_type = ''order''' end,
    case when input ->> 'created_after' is not null then ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)' end,
    case when input ->> 'created_before' is not null then ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)' end));
begin
  return internal.page_document((select json_agg(d.document order by d.ordinal) from internal.stock_movement_documents(v_page.ids) d), v_page.has_more, v_page.next_cursor);
end
$$;
comment on function api.list_inventory_movements(jsonb) is 'GET /inventory/movements: gives a page of the stock ledger. Raises HT100 (store, cursor). decisions: 2, Stock movement';
grant execute on function api.list_inventory_movements(jsonb) to haat_api;
