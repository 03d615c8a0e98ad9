-- Begins a payout: what a courier pays out at once. Its payments are recorded with its id, and internal.end_payout
-- adds them up.
-- Takes: the store, the courier (null: shipments recorded by hand), and what the caller states.
-- Gives: its id.
create or replace function internal.create_payout(store_id uuid, courier_id uuid, reference text,
  received_at timestamptz) returns uuid
language sql volatile
begin atomic
  insert into app.payouts (company_id, store_id, courier_id, reference, received_at)
  values (internal.current_company_id(), create_payout.store_id, create_payout.courier_id, create_payout.reference,
    least(create_payout.received_at, internal.now()))
  returning id;
end;
