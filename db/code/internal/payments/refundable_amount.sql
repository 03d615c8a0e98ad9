-- The most that can be given back for an order: what came in, with what its couriers stated as collected, less what
-- was given back.
-- Takes: the order (locked, where the answer decides something).
create or replace function internal.refundable_amount(asked app.orders) returns numeric
language sql stable
return greatest(0.00, asked.received_amount + internal.stated_cash(asked) - asked.refunded_amount);
