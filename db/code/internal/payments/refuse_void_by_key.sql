-- Refuses that a key voids a payment which another recorded, or which was recorded before today.
-- Takes: the payment, as it is under its lock.
-- Raises: HT101 (id).
--
-- Who recorded it, the order's timeline tells. A key acts for those that it replaced. Today is the store's.
create or replace function internal.refuse_void_by_key(voided app.payments) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from app.order_timeline t
    where t.store_id = voided.store_id and t.order_id = voided.order_id
      and t.action in ('payment_recorded', 'payment_refunded') and t.detail ->> 'payment_id' = voided.id::text
      and t.actor_type = 'api_key' and t.actor_id = any (internal.current_key_ids())) then
    perform internal.field_error('HT101', 'id', 'voidByStaff');
  elsif internal.store_day(voided.store_id, voided.created_at)
    < internal.store_day(voided.store_id, internal.now()) then
    perform internal.field_error('HT101', 'id', 'voidByStaff.later');
  end if;
end
$$;
