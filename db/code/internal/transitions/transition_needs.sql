-- Says what a mutation needs beside the record it works on, and the largest amount that it takes.
-- Takes: the order, its latest parcel and the mutation as staff.* names it.
-- Gives: required_arguments, as GraphQL names them; at_most, null where no amount is taken.
create or replace function internal.transition_needs(asked app.orders, parcel app.parcels, mutation text,
  out required_arguments text[], out at_most numeric)
language sql stable
set search_path = ''
begin atomic
  select
    case transition_needs.mutation
      when 'record_parcel_delivered' then case when parcel.status = 'delivered' then '{collectedAmount}' else '{}' end
      when 'record_partial_delivery' then case when parcel.collected_amount is not null or parcel.payout_at is not null
        then '{kept,collectedAmount}' else '{kept}' end
      when 'restate_collected' then case when asked.fulfillment_status = 'fulfilled' then '{reason}'
        else '{reason,collectedAmount}' end
      when 'undo_parcel_step' then '{reason}'
      when 'write_off_parcel_cash' then '{reason}'
      when 'cancel_return' then '{reason}'
      when 'undo_return_receipt' then '{reason}'
      when 'create_return' then '{lines}'
      when 'record_payment' then '{paymentMethodId,amount}'
      when 'record_refund' then case when exists (select from app.payments p where p.store_id = asked.store_id
        and p.order_id = asked.id and p.kind = 'payment' and p.status = 'settled') then '{amount}'
        else '{amount,paymentMethodId}' end
      else '{}' end::text[],
    case transition_needs.mutation
      when 'record_parcel_delivered' then parcel.cod_amount
      when 'record_partial_delivery' then parcel.cod_amount
      when 'restate_collected' then parcel.cod_amount
      when 'record_parcel_payout' then parcel.held_amount
      when 'write_off_parcel_cash' then parcel.held_amount + parcel.written_off_amount
      when 'record_payment' then greatest(0.00, asked.due_amount - internal.stated_cash(asked))
      when 'record_refund' then internal.refundable_amount(asked) end;
end;
