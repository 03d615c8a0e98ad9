-- Gives the columns of orders and of their lines that do not count for the journal, as the trigger _400_journal of
-- each says. internal.journaled_tables() reads them from the catalog, which a new order should not wait for.
create or replace function internal.uncounted_columns(record_type text) returns text[]
language sql immutable parallel safe
return case uncounted_columns.record_type
  when 'order' then
    '{updated_at,status,payment_status,fulfillment_status,received_amount,refunded_amount,returned_amount,
      waived_amount,retained_amount,paid_amount,due_amount,held_by_courier_amount,to_refund_amount,
      with_courier_quantity,coming_back_quantity,delivered_at,cancelled_at,call_count,last_call_at,
      last_call_outcome,call_limit_reached}'::text[]
  when 'order_item' then
    '{updated_at,delivered_quantity,returned_quantity,damaged_quantity,released_quantity,unit_cost}'::text[]
  end;
grant execute on function internal.uncounted_columns(text) to haat_dba;
