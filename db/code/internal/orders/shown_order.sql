-- Shows the columns of an order as the API does.
-- Takes: the order, its channel, and who looks after it.
-- see: guides/orders
--
-- Of one row, in plain SQL: the planner puts it in its place in the statements of internal.order_documents.
create or replace function internal.shown_order(shown app.orders, origin app.channels, staff_id uuid, staff_name text)
  returns table (
    id uuid, store_id uuid, number text, source text, channel json, customer_id uuid, location_id uuid, status text,
    payment_status text, fulfillment_status text, subtotal text, discount_amount text, shipping_charge text,
    delivery_zone text, tax_amount text, total_amount text, paid_amount text, due_amount text, refunded_amount text,
    returned_amount text, waived_amount text, held_by_courier_amount text, to_refund_amount text,
    with_courier_quantity integer, coming_back_quantity integer, shipping_address json,
    coupon jsonb, custom_fields jsonb, note text, payment_method_id uuid, follow_up_at text, follow_up_note text,
    call_count integer, last_call_outcome text, last_call_at text, call_limit_reached boolean, assignee json,
    reorder_of_id uuid, reordered_as_id uuid, merged_into_id uuid, delivered_at text, tags text[], created_at text,
    updated_at text)
language sql stable rows 1
begin atomic
  select
    (shown).id, (shown).store_id, (shown).number, (shown).source,
    json_build_object('id', (origin).id, 'name', (origin).name, 'slug', (origin).slug, 'type', (origin).type),
    (shown).customer_id, (shown).location_id, (shown).status, (shown).payment_status, (shown).fulfillment_status,
    (shown).subtotal::text,
    (shown).discount_amount::text,
    (shown).shipping_charge::text,
    (shown).delivery_zone,
    (shown).tax_amount::text,
    (shown).total_amount::text,
    (shown).paid_amount::text,
    (shown).due_amount::text,
    (shown).refunded_amount::text,
    (shown).returned_amount::text,
    (shown).waived_amount::text,
    (shown).held_by_courier_amount::text,
    (shown).to_refund_amount::text,
    (shown).with_courier_quantity,
    (shown).coming_back_quantity,
    (shown).shipping_address, (shown).coupon, (shown).custom_fields, (shown).note,
    (shown).payment_method_id,
    internal.timestamp_text((shown).follow_up_at), (shown).follow_up_note,
    (shown).call_count, (shown).last_call_outcome, internal.timestamp_text((shown).last_call_at),
    (shown).call_limit_reached,
    case when staff_id is not null then json_build_object('id', staff_id, 'name', staff_name) end,
    (shown).reorder_of_id, (shown).reordered_as_id, (shown).merged_into_id,
    internal.timestamp_text((shown).delivered_at),
    coalesce((shown).tags, '{}'),
    internal.timestamp_text((shown).created_at),
    internal.timestamp_text((shown).updated_at);
end;
grant execute on function internal.shown_order(app.orders, app.channels, uuid, text) to haat_api, haat_staff;
