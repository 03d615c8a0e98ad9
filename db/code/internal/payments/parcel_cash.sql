-- The cash account of a parcel: the one place that says what was collected, and who has it.
-- Takes: the parcel, and what its order's customer had left to pay at the door, whatever was collected there: the
-- order's total less what was paid to the store directly, less refunds before the delivery.
-- Gives: settled, what of the collected cash is over and done with; held, what the courier still has.
--
-- collected = what was stated; of a delivered parcel without a statement, what the courier was to collect, but no more
--             than the customer had left to pay; nothing before the delivery
-- cleared   = paid out + charged by the courier + written off
-- settled   = cleared, as far as it was collected
-- held      = collected - cleared, never below 0
-- A shipment recorded by hand has the same account: who delivered it holds the cash until it is paid out to the store.
create or replace function internal.parcel_cash(parcel app.parcels, left_to_pay numeric,
  out settled numeric, out held numeric)
language sql immutable
return (
  select row(least(c.cleared, c.collected), greatest(0.00, c.collected - c.cleared))
  from (
    select w.cleared, case
        when parcel.delivered_at is null then w.cleared
        else coalesce(parcel.collected_amount, greatest(w.cleared, least(parcel.cod_amount, left_to_pay))) end
      as collected
    from (
      select parcel.paid_out_amount + parcel.charged_amount + parcel.written_off_amount as cleared
    ) w
  ) c
);
grant execute on function internal.parcel_cash(app.parcels, numeric) to haat_dba;
