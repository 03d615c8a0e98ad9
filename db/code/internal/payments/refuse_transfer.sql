-- Refuses a payout that does not come to the transfer that the caller states, to the poisha, or that is larger than
-- amounts may be.
-- Takes: the transfer (null: not stated), the lines, their charges, and the charges beside the parcels.
-- Raises: HT008 (lines; transferred_amount), with what the lines come to and by how much it differs.
create or replace function internal.refuse_transfer(transferred_amount numeric, lines jsonb, charges jsonb,
  other_charges jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_settled constant numeric := (select sum(l.settled) from internal.payout_lines(lines) l);
  v_charged constant numeric := (
    select coalesce(sum((c ->> 'amount')::numeric), 0) from jsonb_array_elements(charges || other_charges) c);
  v_sum constant numeric := v_settled - v_charged;
begin
  if greatest(v_settled, abs(v_charged), abs(v_sum)) > internal.money_limit() then
    perform internal.field_error('HT008', 'lines', 'payoutLine.tooLarge',
      jsonb_build_object('most', internal.money_limit()));
  end if;
  if transferred_amount <> v_sum then
    perform internal.field_error('HT008', 'transferred_amount', 'payoutSum', jsonb_build_object(
      'sum', v_sum::numeric(14, 2), 'difference', (transferred_amount - v_sum)::numeric(14, 2)));
  end if;
end
$$;
