-- Gives the first 8 bytes of the hash of an order, and of each of its lines in their order: over the columns that
-- count for the journal (internal.record_digest).
--
-- The journal of orders begins with the first change. Until then these say what an order should be
-- (ledger.check_order_records); they are written by the statement that tells of the order, or of its edit.
create or replace function internal.order_prints("order" app.orders) returns bytea
language plpgsql stable
set search_path = ''
set timezone = 'UTC'
set bytea_output = 'hex'
as $$
begin
  return substr(internal.record_digest(to_jsonb("order") - internal.uncounted_columns('order')), 1, 8) || (
    select string_agg(substr(internal.record_digest(to_jsonb(i) - internal.uncounted_columns('order_item')), 1, 8), ''
      order by i.line)
    from app.order_items i
    where i.store_id = "order".store_id and i.order_id = "order".id);
end
$$;
grant execute on function internal.order_prints(app.orders) to haat_dba;
