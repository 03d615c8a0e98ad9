-- Sets the sheet that a courier sends with its payout beside our books, line by line. Nothing is written:
-- record_payout books it. Of one store, or of all but the test stores. Needs payments.manage.
-- Raises: HT014 (permission), HT100 (courier_id).
--
-- Where a code names parcels of several stores, the one whose cash the courier holds is meant, if it is one.
create or replace function staff.compare_payout(courier_id uuid, lines staff.payout_line[],
  store_id uuid default null) returns staff.payout_comparison
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('payments.manage');
  return internal.compare_payout(courier_id, lines, store_id);
end
$$;
grant execute on function staff.compare_payout(uuid, staff.payout_line[], uuid) to haat_staff;
