-- Shows an order as the activity log keeps it: its status and its money.
create or replace function internal.order_work_document(shown app.orders) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'order', (shown).number,
    'status', (shown).status,
    'fulfillment_status', (shown).fulfillment_status,
    'assignee_id', (shown).assignee_id,
    'paid_amount', (shown).paid_amount::text,
    'refunded_amount', (shown).refunded_amount::text,
    'due_amount', (shown).due_amount::text);
end;
